package dev.tailrace.lint;

import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes one remark of those in a file that have the same cause, with all their places. What a remark is about stands at the beginning of
 * its cause, before a semicolon; what follows from it stands behind, and may differ from place to place.
 */
final class SameCause {
    private static final int MOST_CONSEQUENCES = 3;

    private static final String UNDEFINED = FindingCode.UNDEFINED_VARIABLE.code();
    private static final String LOOKUP = FindingCode.LOOKUP_NOT_SUPPORTED.code();
    private static final Pattern UNDEFINED_NAME = Pattern.compile("The variable \"(.*)\" is not defined;.*");
    private static final Pattern LOOKUP_OF = Pattern.compile("The lookup .* of \"\\$\\{(.*)}\" is not supported;.*");

    /** Codes with one remedy for each appender or logger, however the cause reads. */
    private static final Set<String> ADVICE = codes(EnumSet.of(
            FindingCode.APPENDER_NOT_USED,
            FindingCode.LOGGER_DEFINED_TWICE,
            FindingCode.SPRING_ASSUMED,
            FindingCode.NO_PATTERN,
            FindingCode.INDEX_MISSING,
            FindingCode.DATE_MISSING,
            FindingCode.INDEX_NOT_WANTED,
            FindingCode.NO_TRIGGER,
            FindingCode.TRIGGER_IGNORED,
            FindingCode.NO_MAX_FILE_SIZE,
            FindingCode.CAP_WITHOUT_HISTORY,
            FindingCode.APPEND_REQUIRED,
            FindingCode.FILE_NAME_WITH_DIRECT_WRITE,
            FindingCode.CHARSET_NOT_SUPPORTED,
            FindingCode.JSON_FORMAT_OTHER));

    /** Codes that say no more than that the text which stands for a variable is no level, number, directory or appender. */
    private static final Set<String> CONSEQUENCES = codes(EnumSet.of(
            FindingCode.BAD_LEVEL,
            FindingCode.BAD_BOOLEAN,
            FindingCode.BAD_NUMBER,
            FindingCode.BAD_SIZE,
            FindingCode.DELETE_OTHERWISE,
            FindingCode.UNKNOWN_APPENDER));

    /** One cause in one file. */
    private record Key(
            String code, String severity, @Nullable String file, String remedy, String subject, String profiles) {}

    private SameCause() {}

    private static Set<String> codes(Set<FindingCode> codes) {
        return codes.stream().map(FindingCode::code).collect(Collectors.toUnmodifiableSet());
    }

    /** The remarks, one for each cause and file, in the order of their first places. */
    static List<Remark> of(List<Remark> remarks) {
        Map<Key, List<Remark>> groups = new LinkedHashMap<>();
        Map<String, Map<String, Key>> undefined = undefined(remarks);
        Map<Key, List<String>> consequences = new HashMap<>();
        // First those that are a cause of their own, so that the first one of a group is no consequence.
        for (Remark remark : remarks) {
            if (causing(remark, undefined) == null) {
                groups.computeIfAbsent(key(remark), any -> new ArrayList<>()).add(remark);
            }
        }
        for (Remark remark : remarks) {
            Key cause = causing(remark, undefined);
            if (cause != null) {
                List<Remark> group = groups.computeIfAbsent(cause, any -> new ArrayList<>());
                group.add(remark);
                if (CONSEQUENCES.contains(remark.code())) {
                    consequences
                            .computeIfAbsent(cause, any -> new ArrayList<>())
                            .add((remark.line() > 0 ? "line " + remark.line() + ", " : "") + remark.code() + ": "
                                    + withoutEnd(remark.cause()));
                }
            }
        }
        List<Remark> all = new ArrayList<>();
        groups.forEach((key, group) -> all.add(together(group, consequences.getOrDefault(key, List.of()))));
        return all;
    }

    /** By file and name, the cause that a variable has no value. A lookup that isn't supported is the cause of its variable's. */
    private static Map<String, Map<String, Key>> undefined(List<Remark> remarks) {
        Map<String, Map<String, Key>> names = new HashMap<>();
        for (Remark remark : remarks) {
            Matcher name = (remark.code().equals(LOOKUP) ? LOOKUP_OF : UNDEFINED_NAME).matcher(remark.cause());
            boolean isLookup = remark.code().equals(LOOKUP);
            if ((isLookup || remark.code().equals(UNDEFINED)) && name.matches()) {
                Map<String, Key> ofFile = names.computeIfAbsent(String.valueOf(remark.file()), any -> new HashMap<>());
                if (isLookup) {
                    ofFile.put(name.group(1), key(remark));
                } else {
                    ofFile.putIfAbsent(name.group(1), key(remark));
                }
            }
        }
        return names;
    }

    /** The cause that this remark only follows from; null: it is a cause itself. */
    private static @Nullable Key causing(Remark remark, Map<String, Map<String, Key>> undefined) {
        Map<String, Key> names = undefined.getOrDefault(String.valueOf(remark.file()), Map.of());
        if (remark.code().equals(UNDEFINED)) {
            Matcher name = UNDEFINED_NAME.matcher(remark.cause());
            if (name.matches()) {
                Key key = names.get(name.group(1));
                return key == null || key.code().equals(UNDEFINED) ? null : key;
            }
            return mentioned(remark.cause(), names);
        }
        return CONSEQUENCES.contains(remark.code()) && !remark.severity().equals("error")
                ? mentioned(remark.cause(), names)
                : null;
    }

    private static @Nullable Key mentioned(String cause, Map<String, Key> names) {
        return names.entrySet().stream()
                .filter(each ->
                        cause.contains("${" + each.getKey() + "}") || cause.contains(each.getKey() + "_IS_UNDEFINED"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static Key key(Remark remark) {
        return new Key(
                remark.code(),
                remark.severity(),
                remark.file(),
                remark.remedy(),
                subject(remark),
                SpringProfiles.of(remark));
    }

    private static String subject(Remark remark) {
        boolean ofBoot = remark.code().equals(FindingCode.INCLUDE_NOT_READ.code()) && InLint.isOfBoot(remark.cause());
        if (ofBoot || remark.code().startsWith("TR5") || ADVICE.contains(remark.code())) {
            return "";
        }
        String cause = remark.cause();
        boolean quoted = false;
        int end = cause.length();
        for (int i = 0; i < end; i++) {
            char c = cause.charAt(i);
            quoted ^= c == '"';
            if (!quoted && (c == ';' || cause.startsWith(" (column ", i))) {
                end = i;
            }
        }
        String consumer = remark.consumer();
        String head = cause.substring(0, end);
        return consumer == null ? head : head.replace("\"" + consumer + "\"", "\"\"");
    }

    private static Remark together(List<Remark> group, List<String> consequences) {
        Remark first = group.get(0);
        Set<Remark.Place> places = group.stream()
                .map(each -> new Remark.Place(
                        each.line(), each.consumer(), each.cause().equals(first.cause()) ? null : each.cause()))
                .sorted(Comparator.comparingInt(Remark.Place::line))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Remark remark = places.size() == 1 ? first : first.places(List.copyOf(places));
        if (consequences.isEmpty()) {
            return remark;
        }
        int more = consequences.size() - MOST_CONSEQUENCES;
        return remark.evidence(Stream.of(
                        remark.evidence().stream(),
                        consequences.stream().limit(MOST_CONSEQUENCES),
                        Stream.of(more > 0 ? "and " + more + " more of the kind" : "")
                                .filter(each -> !each.isEmpty()))
                .flatMap(each -> each)
                .toArray(String[]::new));
    }

    private static String withoutEnd(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
