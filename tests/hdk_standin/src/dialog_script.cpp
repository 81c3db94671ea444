// A reader for dialog scripts: words, strings, { }. What it does not know it refuses.

#include <PRM/PRM_TemplateBuilder.h>

#include <cctype>
#include <set>
#include <stdexcept>

namespace {

class Reader {
 public:
  explicit Reader(const char* text) : text_(text) { next(); }

  std::vector<PRM_Template> read() {
    std::vector<PRM_Template> rows;
    expect("{");
    expect("name");
    take();
    while (word_ != "}") read_entry(rows, "");
    take();
    if (!word_.empty()) fail("text after the end");
    rows.emplace_back();
    return rows;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error("stand-in: dialog script: " + why + " at '" + word_ + "'");
  }

  void next() {
    while (std::isspace(static_cast<unsigned char>(*text_))) ++text_;
    word_.clear();
    is_string_ = *text_ == '"';
    if (is_string_) {
      for (++text_; *text_ != '"'; ++text_) {
        if (!*text_) fail("a string without end");
        if (*text_ == '\\') ++text_;
        word_ += *text_;
      }
      ++text_;
    } else if (*text_ == '{' || *text_ == '}') {
      word_ = *text_++;
    } else {
      while (*text_ && !std::isspace(static_cast<unsigned char>(*text_)) && *text_ != '{' && *text_ != '}')
        word_ += *text_++;
    }
  }
  std::string take() {
    std::string word = word_;
    next();
    return word;
  }
  void expect(const char* word) {
    if (is_string_ || word_ != word) fail(std::string("expected ") + word);
    next();
  }

  void read_entry(std::vector<PRM_Template>& rows, const std::string& folder) {
    if (word_ == "parm") {
      take();
      rows.push_back(read_parameter(folder));
      if (!names_.insert(rows.back().name).second) fail("the name " + rows.back().name + " twice");
    } else if (word_ == "group") {
      take();
      expect("{");
      expect("name");
      if (!names_.insert(take()).second) fail("a folder's name twice");
      expect("label");
      const std::string label = take();
      while (word_ != "}") read_entry(rows, label);
      take();
    } else {
      fail("unknown word");
    }
  }

  PRM_Template read_parameter(const std::string& folder) {
    static const std::set<std::string> types = {"float",  "integer", "ordinal",
                                                "toggle", "string",  "button"};
    PRM_Template row;
    row.folder = folder;
    expect("{");
    while (word_ != "}") {
      const std::string key = take();
      if (key == "name") row.name = take();
      else if (key == "label") row.label = take();
      else if (key == "type") row.type = take();
      else if (key == "invisible") row.invisible = true;
      else if (key == "help") row.help = take();
      else if (key == "disablewhen") row.disable_when = take();
      else if (key == "default") row.standard = braced();
      else if (key == "range") read_range(row);
      else if (key == "menu") read_menu(row);
      else fail("unknown key " + key);
    }
    take();
    if (row.name.empty() || row.label.empty() || !types.count(row.type)) fail("half a parameter");
    for (char letter : row.name)
      if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '_') fail("a bad name");
    return row;
  }
  std::string braced() {
    expect("{");
    const std::string text = take();
    expect("}");
    return text;
  }
  void read_range(PRM_Template& row) {
    expect("{");
    row.has_range = true;
    for (double* end : {&row.range_min, &row.range_max}) {
      std::string text = take();
      const bool hard = text.back() == '!';
      if (hard) text.pop_back();
      (end == &row.range_min ? row.hard_min : row.hard_max) = hard;
      *end = std::stod(text);
    }
    expect("}");
  }
  void read_menu(PRM_Template& row) {
    expect("{");
    while (word_ != "}" || is_string_) {
      const std::string token = take();
      row.menu.emplace_back(token.c_str(), take().c_str());
    }
    take();
  }

  const char* text_;
  std::string word_;
  bool is_string_ = false;
  std::set<std::string> names_;
};

}  // namespace

PRM_TemplateBuilder::PRM_TemplateBuilder(const UT_StringHolder&, const char* script)
    : templates_(Reader(script).read()) {}

PRM_Template& PRM_TemplateBuilder::find(const UT_StringRef& name) {
  if (!asked_) throw std::logic_error("stand-in: ask justBuilt() before setting a menu or a callback");
  for (PRM_Template& row : templates_)
    if (row.name == name.c_str()) return row;
  throw std::runtime_error("stand-in: no parameter " + name.toStdString());
}
