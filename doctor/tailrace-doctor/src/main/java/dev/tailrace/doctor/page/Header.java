package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.probe.archive.LiveRecording;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The subject of a diagnosis: which application, when and for how long, and from which files. */
final class Header {
    private static final int MOST_FILES = 3;
    private static final int MOST_SEEN = 3;
    private static final Pattern COMMAND = Pattern.compile("java_command: *(\\S+)");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Header() {}

    /** A sentence each. */
    static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        List<LiveRecording> recordings = diagnosis.patient().evidence().all(LiveRecording.class);
        for (LiveRecording each : recordings) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: process %d (%s), looked at for %.0f s from %s.",
                    application(each),
                    each.pid(),
                    each.jvm(),
                    each.disturbance().seconds(),
                    CLOCK.withZone(each.zoneId()).format(Instant.ofEpochMilli(each.began()))));
        }
        if (recordings.isEmpty() && !diagnosis.lookedAt().isEmpty()) {
            List<String> seen = diagnosis.lookedAt();
            lines.add("Looked at: "
                    + seen.stream().limit(MOST_SEEN).collect(Collectors.joining("; "))
                    + (seen.size() > MOST_SEEN
                            ? String.format(Locale.ROOT, "; and %,d more", seen.size() - MOST_SEEN)
                            : "")
                    + ".");
        }
        lines.add("Read: " + files(diagnosis.files()) + ".");
        return lines;
    }

    /** The main class or the jar, as the process was started. */
    private static String application(LiveRecording recording) {
        Matcher matcher = COMMAND.matcher(recording.command());
        String command = matcher.find() ? matcher.group(1) : "An application";
        return command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
    }

    /** The number of the process that was looked at; empty where it isn't one, and only one. */
    static String pid(Diagnosis diagnosis) {
        List<LiveRecording> recordings = diagnosis.patient().evidence().all(LiveRecording.class);
        return recordings.size() == 1 ? Long.toString(recordings.get(0).pid()) : "";
    }

    /** By their folders, when there are many. */
    private static String files(List<String> files) {
        if (files.size() <= MOST_FILES) {
            return files.stream().map(ShortPaths::tail).collect(Collectors.joining(", "));
        }
        Map<String, List<String>> folders = new LinkedHashMap<>();
        for (String each : files) {
            String name = ShortPaths.name(each);
            String folder = each.substring(0, Math.max(0, each.length() - name.length() - 1));
            folders.computeIfAbsent(
                            folder.isEmpty() ? "the current folder" : ShortPaths.tail(folder),
                            unused -> new ArrayList<>())
                    .add(name);
        }
        return folders.entrySet().stream()
                .map(each -> each.getValue().size() <= MOST_FILES
                        ? String.join(", ", each.getValue()) + " in " + each.getKey()
                        : String.format(
                                Locale.ROOT,
                                "%,d files in %s, %s to %s",
                                each.getValue().size(),
                                each.getKey(),
                                each.getValue().get(0),
                                each.getValue().get(each.getValue().size() - 1)))
                .collect(Collectors.joining("; "));
    }
}
