# Writes preset files into one C++ source, so that the command needs none of them at run time.
#   cmake -DFOLDER=presets -DNAMES=a,b,c -DOUTPUT=file.cpp -P EmbedPresets.cmake

string(REPLACE "," ";" names "${NAMES}")
set(rows "")
foreach(name IN LISTS names)
  file(READ ${FOLDER}/${name}.json text)
  string(APPEND rows "    {\"${name}\", R\"rill(${text})rill\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"presets.h\"\n
namespace rill {
const std::vector<PresetFile>& preset_files() {
  static const std::vector<PresetFile> files = {\n${rows}  };
  return files;
}
}  // namespace rill\n")
