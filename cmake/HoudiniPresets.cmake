# Writes the preset files into one C++ source, at configure time.
#   rill_write_presets(output folder)

function(rill_write_presets output folder)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(rows "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(JSON description ERROR_VARIABLE missing GET "${text}" description)
    string(JSON duration ERROR_VARIABLE missing GET "${text}" duration)
    if(missing)
      set(duration 0)
    endif()
    string(JSON count LENGTH "${text}" parameters)
    set(values "")
    if(count GREATER 0)
      math(EXPR last "${count} - 1")
      foreach(i RANGE ${last})
        string(JSON parameter MEMBER "${text}" parameters ${i})
        string(JSON value GET "${text}" parameters ${parameter})
        if(value STREQUAL ON)  # JSON true and false, as CMake reads them
          set(value 1)
        elseif(value STREQUAL OFF)
          set(value 0)
        endif()
        string(APPEND values "{\"${parameter}\", \"${value}\"}, ")
      endforeach()
    endif()
    string(APPEND rows "      {\"${name}\", R\"rill(${description})rill\", ${duration}, {${values}}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT "#include \"presets.h\"

namespace rill::glue {
const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
@rows@  };
  return all;
}
}  // namespace rill::glue
")
endfunction()
