package dev.tailrace.doctor;

import dev.tailrace.doctor.configuration.PropertiesEvidence;
import dev.tailrace.probe.archive.ArchiveReader;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadSample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Hands each file to all readers that may take it, and notes the files of which nothing was read. Not thread-safe. */
final class EvidenceLoader {
    private static final int HEAD = 64 * 1024;

    /** Entries of an archive up to this size are unpacked once for all readers. */
    private static final int KEPT = 16 << 20;

    private static final int MOST_NAMED = 5;

    private final List<EvidenceReader> readers;
    private final EvidenceBuilder evidenceBuilder = new EvidenceBuilder();

    EvidenceLoader(List<EvidenceReader> readers) {
        this.readers = List.copyOf(readers);
    }

    /** Takes a file; of an archive all that is in it. */
    void take(Path file) {
        if (Files.isDirectory(file)) {
            takeFolder(file);
        } else if (isArchive(file)) {
            takeAll(file);
        } else if (!take(Input.of(file), evidenceBuilder)) {
            evidenceBuilder.add(ParseProblem.all(file.toString(), reason(file)));
        }
    }

    /** The files of a folder, in the order of their names; not those of folders in it. */
    private void takeFolder(Path folder) {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            evidenceBuilder.add(ParseProblem.all(folder.toString(), "It can't be read: " + e.getMessage() + "."));
            return;
        }
        List<String> unknown = new ArrayList<>();
        int before = evidenceBuilder.size();
        for (Path file : files) {
            if (isArchive(file)) {
                takeAll(file);
                continue;
            }
            EvidenceBuilder own = new EvidenceBuilder();
            if (take(Input.of(file), own)) {
                Evidence evidence = own.evidence();
                evidence.exhibits().forEach(evidenceBuilder::add);
                // It wasn't named, so there need not be anything in it.
                evidence.unread().forEach(each -> evidenceBuilder.add(each.isAll() ? partly(each) : each));
            } else {
                unknown.add(file.getFileName().toString());
            }
        }
        if (evidenceBuilder.size() == before) {
            evidenceBuilder.add(ParseProblem.all(
                    folder.toString(),
                    "It is a folder without a file that doctor knows; folders in it are not looked at."));
        } else if (!unknown.isEmpty()) {
            evidenceBuilder.add(unknown(folder, unknown));
        }
    }

    private static ParseProblem unknown(Path among, List<String> names) {
        String named = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        return new ParseProblem(
                new Source(among.toString(), 1),
                0,
                "There is nothing that doctor knows in " + named
                        + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more." : "."));
    }

    private static boolean isArchive(Path file) {
        try {
            return ArchiveReader.isArchive(head(Input.of(file)));
        } catch (IOException e) {
            // Its reader says why it can't be read.
            return false;
        }
    }

    private void takeAll(Path archive) {
        EvidenceBuilder own = new EvidenceBuilder();
        List<String> unknown = new ArrayList<>();
        for (Input entry : ArchiveReader.inputs(archive, own)) {
            if (!take(new Unpacked(entry), own)) {
                unknown.add(entry.name());
            }
        }
        Evidence evidence = own.evidence();
        ZoneId zone = zone(evidence);
        evidence.exhibits().forEach(each -> evidenceBuilder.add(zone == null ? each : local(each, zone)));
        evidence.unread().forEach(evidenceBuilder::add);
        if (evidence.exhibits().isEmpty() && evidence.unread().isEmpty()) {
            evidenceBuilder.add(ParseProblem.all(archive.toString(), "There is nothing in it that doctor knows."));
        } else if (!evidence.exhibits().isEmpty() && !unknown.isEmpty()) {
            evidenceBuilder.add(unknown(archive, unknown));
        }
    }

    /** The time zone of the machine that was looked at; null when unknown. */
    private static @Nullable ZoneId zone(Evidence evidence) {
        List<LiveRecording> recordings = evidence.all(LiveRecording.class);
        return recordings.isEmpty() ? null : recordings.get(0).zoneId();
    }

    /** Dumps as JSON give the time in UTC, all others in the zone of their machine. */
    private static EvidenceItem local(EvidenceItem evidenceItem, ZoneId zone) {
        if (!(evidenceItem instanceof ThreadSample sample)
                || sample.at() == null
                || !sample.source().file().endsWith(".json")) {
            return evidenceItem;
        }
        LocalDateTime at =
                sample.at().atOffset(ZoneOffset.UTC).atZoneSameInstant(zone).toLocalDateTime();
        return new ThreadSample(sample.source(), at, sample.jvm(), sample.threads(), sample.deadlocks());
    }

    /**
     * Takes an input.
     *
     * @return false: there is nothing in it that anybody knows, and nothing was noted
     */
    private boolean take(Input given, EvidenceBuilder to) {
        EvidenceBuilder own = new EvidenceBuilder();
        Input input = given;
        try {
            byte[] head = head(input);
            input = Wrapped.of(input, head);
            if (input != given) {
                head = head(input);
            }
            if (head.length == 0) {
                own.add(ParseProblem.all(input.name(), "It is empty."));
            }
            for (EvidenceReader reader : readers) {
                if (head.length > 0 && reader.mayRead(input, head)) {
                    reader.read(input, own);
                }
            }
        } catch (NoSuchFileException e) {
            own.add(ParseProblem.all(input.name(), "There is no such file."));
        } catch (AccessDeniedException e) {
            own.add(ParseProblem.all(
                    input.name(), "It belongs to another user, or its permissions don't let you read it."));
        } catch (IOException e) {
            own.add(ParseProblem.all(input.name(), "It can't be read: " + e.getMessage() + "."));
        } catch (OutOfMemoryError e) {
            own.add(ParseProblem.all(
                    input.name(), "It is too large for the memory of this command; start it with a larger -Xmx."));
        }
        Evidence evidence = own.evidence();
        evidence.exhibits().forEach(to::add);
        boolean broken = evidence.exhibits().isEmpty();
        evidence.unread().forEach(each -> to.add(each.isAll() && !broken ? partly(each) : each));
        if (broken && !evidence.unread().isEmpty() && evidence.unread().stream().noneMatch(ParseProblem::isAll)) {
            to.add(ParseProblem.all(input.name(), "Nothing of it could be understood."));
        }
        return !broken || !evidence.unread().isEmpty();
    }

    /** A note for a part only: another reader may have read the rest. */
    private static ParseProblem partly(ParseProblem note) {
        return new ParseProblem(new Source(note.source().file(), 1), note.lines(), note.why());
    }

    private static String reason(Path file) {
        try {
            byte[] head = head(Input.of(file));
            if (head.length > 2 && head[0] == 'B' && head[1] == 'Z' && head[2] == 'h') {
                return "It is compressed. Unpack it with bunzip2 first.";
            }
            if (head.length > 5 && (head[0] & 0xFF) == 0xFD && head[1] == '7' && head[2] == 'z') {
                return "It is compressed. Unpack it with unxz first.";
            }
            head = head(Wrapped.of(Input.of(file), head));
            if (PropertiesEvidence.isLog4j(head)) {
                return "It configures Log4j in the form of properties, which doctor does not read."
                        + " `tailrace doctor PID --agent` asks the process itself.";
            }
        } catch (IOException e) {
            return "It can't be read: " + e.getMessage() + ".";
        }
        return "There is nothing in it that doctor knows: no thread dump, no log of the garbage collection, no class"
                + " histogram, no flags, no flight recording, no configuration of logging.";
    }

    private static byte[] head(Input input) throws IOException {
        try (InputStream in = input.open()) {
            return in.readNBytes(HEAD);
        }
    }

    Evidence evidence() {
        return evidenceBuilder.evidence();
    }

    /** An entry of an archive, which is asked for again by each reader. */
    private static final class Unpacked implements Input {
        private final Input packed;
        private byte @Nullable [] bytes;
        private boolean large;

        Unpacked(Input packed) {
            this.packed = packed;
        }

        @Override
        public String name() {
            return packed.name();
        }

        @Override
        public InputStream open() throws IOException {
            if (bytes == null && !large) {
                try (InputStream in = packed.open()) {
                    byte[] first = in.readNBytes(KEPT);
                    large = first.length == KEPT;
                    bytes = large ? null : first;
                }
            }
            return bytes == null ? packed.open() : new ByteArrayInputStream(bytes);
        }
    }
}
