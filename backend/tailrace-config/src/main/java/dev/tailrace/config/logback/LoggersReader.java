package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.SpringElements;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers {@code <logger>} and {@code <root>}; elements of the same name add up, the last level and additivity win. */
final class LoggersReader {
    static final String ROOT = "ROOT";

    /** A logger whose references are not followed yet. */
    static final class Draft {
        private final String name;
        private final @Nullable String file;
        private final int line;
        private final List<AppenderDraft.Reference> references = new ArrayList<>();
        private @Nullable Threshold level;
        private boolean isSet;
        private boolean additive = true;

        Draft(String name, @Nullable String file, int line) {
            this.name = name;
            this.file = file;
            this.line = line;
        }

        List<AppenderDraft.Reference> references() {
            return references;
        }

        LoggerConfig configured(List<String> appenders) {
            return new LoggerConfig(name, level, additive, appenders, line);
        }

        String name() {
            return name;
        }

        @Nullable
        String file() {
            return file;
        }
    }

    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final Draft root = new Draft(ROOT, null, 0);
    private @Nullable Draft rootInFile;

    LoggersReader(Document document) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        root.level = Threshold.DEBUG;
    }

    Draft root() {
        return rootInFile == null ? root : rootInFile;
    }

    List<Draft> loggers() {
        return List.copyOf(drafts.values());
    }

    void logger(Element element) {
        values.onlyAttributes(element, "name", "level", "additivity");
        String name = values.required(element, "name", "the logger is ignored.");
        if (name == null) {
            return;
        }
        if (name.equalsIgnoreCase(ROOT)) {
            inside(rootDraft(element), element);
            return;
        }
        Draft known = drafts.get(name);
        // Spring Boot's files are there to be overridden, and get included more than once.
        if (known != null
                && !SpringElements.isBoots(known.file)
                && known.isSet
                && sets(element)
                && changesLevel(known, element)) {
            findings.add(
                    FindingCode.LOGGER_DEFINED_TWICE,
                    element.line(),
                    name,
                    "The logger " + FindingText.quote(name) + " was configured in "
                            + findings.place(known.file, known.line)
                            + " already; both hold, and the later level wins for all appenders.");
        }
        Draft draft = known == null ? new Draft(name, element.file(), element.line()) : known;
        drafts.put(name, draft);
        inside(draft, element);
    }

    void root(Element element) {
        values.onlyAttributes(element, "level", "name", "additivity");
        inside(rootDraft(element), element);
    }

    /** Elements that only add appenders hide nothing: a file with Spring profiles has one for each. */
    private static boolean sets(Element element) {
        return element.attribute("level") != null
                || element.attribute("additivity") != null
                || element.children().stream().anyMatch(child -> child.is("level"));
    }

    private Draft rootDraft(Element element) {
        if (rootInFile == null) {
            rootInFile = new Draft(ROOT, element.file(), element.line());
            rootInFile.level = Threshold.DEBUG;
        } else if (!SpringElements.isBoots(rootInFile.file)
                && rootInFile.isSet
                && sets(element)
                && changesLevel(rootInFile, element)) {
            findings.add(
                    FindingCode.LOGGER_DEFINED_TWICE,
                    element.line(),
                    ROOT,
                    "The root logger was configured in " + findings.place(rootInFile.file, rootInFile.line)
                            + " already; both hold, and the later level wins for all appenders.");
        }
        return rootInFile;
    }

    /** Whether the level of an element isn't the one that its logger has by now; the same again changes nothing. */
    private boolean changesLevel(Draft known, Element element) {
        String level = element.attribute("level");
        return level == null || known.level == null || !level.strip().equalsIgnoreCase(known.level.name());
    }

    private void inside(Draft draft, Element element) {
        values.noText(element);
        draft.isSet |= sets(element);
        level(draft, element, values.attribute(element, "level"));
        additivity(draft, element);
        document.eachOption(element, option -> {
            if (option.is("appender-ref")) {
                reference(draft, option);
            } else if (option.is("level")) {
                values.onlyAttributes(option, "value", "class");
                level(draft, option, values.required(option, "value", "the level is not changed."));
            } else {
                UnknownNames.reportOption(values, option, element, draft.name);
            }
        });
    }

    private void reference(Draft draft, Element option) {
        values.onlyAttributes(option, "ref");
        String target = values.required(option, "ref", "the reference is ignored.");
        if (target != null) {
            draft.references.add(new AppenderDraft.Reference(target, option.file(), option.line()));
        }
    }

    private void level(Draft draft, Element element, @Nullable String word) {
        if (word == null || word.isEmpty()) {
            return;
        }
        String upper = word.toUpperCase(Locale.ROOT);
        boolean inherited = upper.equals("INHERITED") || upper.equals("NULL");
        if (!inherited) {
            draft.level = values.level(word, element.line(), draft.name);
        } else if (draft == rootInFile) {
            findings.add(
                    FindingCode.BAD_LEVEL,
                    element.line(),
                    ROOT,
                    "The root logger can't inherit a level; " + draft.level + " is used.");
        } else {
            draft.level = null;
        }
    }

    private void additivity(Draft draft, Element element) {
        String word = values.attribute(element, "additivity");
        if (word == null || word.isEmpty()) {
            return;
        }
        Optional<Boolean> additive = Values.bool(word);
        if (additive.isEmpty()) {
            findings.add(
                    FindingCode.BAD_BOOLEAN,
                    element.line(),
                    draft.name,
                    "additivity is " + FindingText.quote(word) + "; true is used.");
        }
        draft.additive = additive.orElse(true);
    }
}
