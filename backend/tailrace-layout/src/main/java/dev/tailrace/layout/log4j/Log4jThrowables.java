package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.layout.event.IndependentStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Step;
import dev.tailrace.layout.event.Trace;
import dev.tailrace.layout.pattern.BootWords;
import dev.tailrace.layout.pattern.PatternNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the options of Log4j 2's words for throwables: {@code %ex{short}}, {@code %ex{3}{filters(a,b)}{separator(|)}}, ... */
final class Log4jThrowables {
    private static final Set<String> WORDS =
            Set.of(("ex throwable exception xEx xThrowable xException rEx rThrowable rException wEx "
                            + "wThrowable wException xwEx xwThrowable xwException tEx")
                    .split(" ", -1));

    private Log4jThrowables() {}

    static boolean isWord(String word) {
        return WORDS.contains(word);
    }

    /** The step that is appended to a pattern without a word for throwables. */
    static Step atEnd(boolean onNewLine) {
        return new Log4jThrowableStep(
                new Log4jThrowableStep.Options(Integer.MAX_VALUE, List.of(), false, System.lineSeparator(), onNewLine));
    }

    /** Creates the step for a word. Spring Boot's words add a line end before and after. */
    static Step createStep(PatternNode.Word word, List<Problem> problems) {
        Step step = create(word, problems);
        return word.word().startsWith("w") || word.word().startsWith("xw") ? BootWords.spaced(step) : step;
    }

    private static Step create(PatternNode.Word word, List<Problem> problems) {
        int lines = Integer.MAX_VALUE;
        List<String> ignored = List.of();
        String lineEnd = System.lineSeparator();
        for (String option : options(word)) {
            String lower = option.toLowerCase(Locale.ROOT);
            if (option.startsWith("separator(") && option.endsWith(")")) {
                lineEnd = option.substring("separator(".length(), option.length() - 1);
            } else if (option.startsWith("filters(") && option.endsWith(")")) {
                ignored = words(option.substring("filters(".length(), option.length() - 1));
            } else if (lower.startsWith("short.")) {
                Step property = property(lower);
                if (property != null) {
                    return property;
                }
                problem(word, option, problems);
            } else if (lower.equals("none")) {
                lines = 0;
            } else if (lower.equals("short")) {
                lines = 2;
            } else if (option.matches("-?[0-9]{1,9}")) {
                lines = Math.max(0, Integer.parseInt(option));
            } else if (!lower.equals("full") && !lower.isEmpty()) {
                problem(word, option, problems);
            }
        }
        if (lines == 0) {
            return new LiteralStep("");
        }
        return new Log4jThrowableStep(
                new Log4jThrowableStep.Options(lines, ignored, word.word().startsWith("r"), lineEnd, false));
    }

    private static void problem(PatternNode.Word word, String option, List<Problem> problems) {
        problems.add(new Problem(
                Problem.Kind.BAD_OPTION,
                word.column(),
                "%" + word.word() + "{" + option + "} is not supported; the option is ignored"));
    }

    /** The options; the old form has all of them in one pair of braces. */
    private static List<String> options(PatternNode.Word word) {
        List<String> options = new ArrayList<>();
        for (String option : word.options()) {
            String[] parts = option.trim().split("\\s*,\\s*", 2);
            boolean old =
                    word.options().size() == 1 && parts.length > 1 && parts[0].matches("(?i)full|short|none|-?[0-9]+");
            if (old) {
                options.addAll(List.of(parts));
            } else {
                options.add(option.trim());
            }
        }
        return options;
    }

    private static List<String> words(String list) {
        List<String> words = new ArrayList<>();
        for (String word : list.split(",", -1)) {
            if (!word.isBlank()) {
                words.add(word.trim());
            }
        }
        return words;
    }

    /** A property of a throwable. */
    private interface Property {
        @Nullable
        String of(Throwable thrown, ObjectTexts texts) throws Throwable;
    }

    private static @Nullable Step property(String name) {
        return switch (name) {
            case "short.message" -> ofThrowable((thrown, texts) -> texts.message(thrown));
            case "short.localizedmessage" -> ofThrowable((thrown, texts) -> texts.localized(thrown));
            case "short.classname" -> ofFrame(StackTraceElement::getClassName);
            case "short.methodname" -> ofFrame(StackTraceElement::getMethodName);
            case "short.filename" -> ofFrame(StackTraceElement::getFileName);
            case "short.linenumber" -> ofFrame(frame -> String.valueOf(frame.getLineNumber()));
            default -> null;
        };
    }

    private static Step ofFrame(Function<StackTraceElement, @Nullable String> property) {
        return ofThrowable((thrown, texts) -> {
            StackTraceElement[] frames = Trace.framesOf(thrown);
            return frames.length == 0 ? "" : property.apply(frames[0]);
        });
    }

    private static Step ofThrowable(Property property) {
        return (IndependentStep) (event, out) -> {
            Throwable thrown = event.thrown();
            if (thrown == null) {
                return;
            }
            String text;
            try {
                text = property.of(thrown, event.texts());
            } catch (Throwable e) {
                text = "[FAILED " + e.getClass().getName() + "]";
            }
            out.append(String.valueOf(text), ControlCharacters.ESCAPED);
        };
    }
}
