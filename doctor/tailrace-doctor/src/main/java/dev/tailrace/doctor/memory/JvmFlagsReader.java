package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds flags of a JVM in any text: command lines, {@code jcmd VM.flags} and {@code VM.command_line}, {@code -XX:+PrintFlagsFinal},
 * the beginning of a log of JDK 8. All of a file become one exhibit. Stateless.
 */
public final class JvmFlagsReader implements EvidenceReader {
    private static final Pattern FINAL = Pattern.compile(
            "\\s*(?:bool|ccstr|ccstrlist|double|int|intx|size_t|uint|uint64_t|uintx)\\s+(\\w{2,80})\\s*:?=\\s?(.*?)\\s*\\{.*");
    private static final Pattern SIZE = Pattern.compile("-X(mx|ms|mn|ss)([0-9]{1,18}[kKmMgGtT]?)");
    private static final Pattern SWITCH = Pattern.compile("-XX:([+-])(\\w{2,80})");
    private static final Pattern VALUE = Pattern.compile("-XX:(\\w{2,80})=(.*)");
    private static final List<String> BEGINNINGS =
            List.of("CommandLine flags:", "Command Line:", "jvm_args:", "VM Arguments:");
    private static final int MOST_FLAGS = 3_000;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return TextSniffer.isText(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        int first = 0;
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                int before = values.size();
                if (line.contains("-X")) {
                    commandLine(line, values);
                } else if (line.indexOf('{') > 0 && line.indexOf('=') > 0) {
                    Matcher matcher = FINAL.matcher(line);
                    if (line.length() < 2_000 && matcher.matches()) {
                        put(values, matcher.group(1), matcher.group(2).strip());
                    }
                }
                if (first == 0 && values.size() > before) {
                    first = lines.number();
                }
            }
        }
        if (!values.isEmpty()) {
            to.add(new JvmFlags(new Source(input.name(), first), values));
        }
    }

    private static void put(Map<String, String> values, String name, String value) {
        if (values.size() < MOST_FLAGS || values.containsKey(name)) {
            values.put(name, value);
        }
    }

    private static void commandLine(String line, Map<String, String> values) {
        String rest = line.strip();
        boolean sure = rest.startsWith("-X");
        for (String beginning : BEGINNINGS) {
            int at = rest.indexOf(beginning);
            if (at >= 0) {
                rest = rest.substring(at + beginning.length()).strip();
                sure = true;
            }
        }
        String[] words = rest.split("[\\s\"']+", 4_000);
        if (!sure && !isCommand(words)) {
            return;
        }
        for (String word : words) {
            flag(word, values);
        }
    }

    /** Whether words are a command and not a sentence that mentions a flag. */
    private static boolean isCommand(String[] words) {
        int dashes = 0;
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            dashes += word.startsWith("-") ? 1 : 0;
            boolean java = word.equals("java") || word.endsWith("/java") || word.endsWith("\\java.exe");
            boolean options = word.contains("JAVA_") || word.contains("_OPTS");
            if (i < 8 && (java || options)) {
                return true;
            }
        }
        return dashes * 2 >= words.length;
    }

    private static void flag(String word, Map<String, String> values) {
        Matcher size = SIZE.matcher(word);
        Matcher on = SWITCH.matcher(word);
        Matcher value = VALUE.matcher(word);
        if (size.matches()) {
            String bytes = Long.toString(Sizes.bytes(size.group(2)));
            switch (size.group(1)) {
                case "mx" -> put(values, "MaxHeapSize", bytes);
                case "ms" -> put(values, "InitialHeapSize", bytes);
                case "ss" -> put(values, "ThreadStackSize", bytes);
                default -> {
                    put(values, "NewSize", bytes);
                    put(values, "MaxNewSize", bytes);
                }
            }
        } else if (on.matches()) {
            put(values, on.group(2), on.group(1).equals("+") ? "true" : "false");
        } else if (value.matches()) {
            put(values, value.group(1), value.group(2));
        }
    }
}
