package dev.tailrace.doctor;

import dev.tailrace.doctor.evidence.Evidence;
import dev.tailrace.doctor.evidence.EvidenceReader;
import dev.tailrace.doctor.evidence.Gathering;
import dev.tailrace.doctor.evidence.Input;
import dev.tailrace.doctor.evidence.Unread;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Hands each file to all who may read it, and notes the files of which nothing was read. Not thread-safe. */
final class Intake {
    private static final int HEAD = 64 * 1024;

    private final List<EvidenceReader> readers;
    private final Gathering gathering = new Gathering();

    Intake(List<EvidenceReader> readers) {
        this.readers = List.copyOf(readers);
    }

    /** Takes a file. */
    void take(Path file) {
        if (Files.isDirectory(file)) {
            gathering.add(Unread.all(file.toString(), "It is a folder. Name the files in it."));
        } else {
            take(Input.of(file));
        }
    }

    /** Takes an input; whatever happens, something is known of it afterwards. */
    void take(Input input) {
        int exhibits = gathering.size();
        int notes = gathering.unreadSize();
        try {
            byte[] head = head(input);
            if (head.length == 0) {
                gathering.add(Unread.all(input.name(), "It is empty."));
                return;
            }
            for (EvidenceReader reader : readers) {
                if (reader.mayRead(input, head)) {
                    reader.read(input, gathering);
                }
            }
            if (gathering.size() == exhibits && !isTold(input.name(), notes)) {
                gathering.add(Unread.all(input.name(), reason(head)));
            }
        } catch (NoSuchFileException e) {
            gathering.add(Unread.all(input.name(), "There is no such file."));
        } catch (AccessDeniedException e) {
            gathering.add(
                    Unread.all(input.name(), "It belongs to another user, or its permissions don't let you read it."));
        } catch (IOException e) {
            gathering.add(Unread.all(input.name(), "It can't be read: " + e.getMessage() + "."));
        } catch (OutOfMemoryError e) {
            gathering.add(Unread.all(
                    input.name(), "It is too large for the memory of this command; start it with a larger -Xmx."));
        }
    }

    private boolean isTold(String name, int notes) {
        List<Unread> unread = gathering.evidence().unread();
        return unread.subList(notes, unread.size()).stream()
                .anyMatch(each -> each.isAll() && each.source().file().equals(name));
    }

    private static String reason(byte[] head) {
        if (head.length > 1 && head[0] == 0x1F && (head[1] & 0xFF) == 0x8B) {
            return "It is compressed. Unpack it with gunzip first.";
        }
        return "There is neither a thread dump nor a configuration of logging in it.";
    }

    private static byte[] head(Input input) throws IOException {
        try (InputStream in = input.open()) {
            return in.readNBytes(HEAD);
        }
    }

    Evidence evidence() {
        return gathering.evidence();
    }
}
