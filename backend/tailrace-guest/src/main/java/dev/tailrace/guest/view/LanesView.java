package dev.tailrace.guest.view;

import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.journal.ring.RingName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A lane directory, read without changing it: no file is mapped, opened for writing, sealed or made.
 *
 * @param owners by name
 * @param others names of files that are neither an owner's nor a ring
 */
public record LanesView(List<OwnerView> owners, List<String> others) {

    /**
     * Looks at a directory.
     *
     * @param lockFile of the log; spill files are beside it
     * @param rolling the hash of the rolling in use
     * @param noted positions up to which the lines are in the drainer's last intent: those don't wait here any more
     */
    public static LanesView of(Path directory, Path lockFile, long rolling, Map<RingIdentity, Long> noted)
            throws IOException {
        Map<String, List<Path>> files = new TreeMap<>();
        List<String> others = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                RingName ring = RingName.read(entry);
                if (ring != null) {
                    files.computeIfAbsent(ring.owner(), owner -> new ArrayList<>())
                            .add(entry);
                } else if (name.endsWith(Owner.SUFFIX)) {
                    files.computeIfAbsent(
                            name.substring(0, name.length() - Owner.SUFFIX.length()), owner -> new ArrayList<>());
                } else {
                    others.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        others.sort(null);
        ByteBuffer window = FrameWalk.window();
        List<OwnerView> owners = new ArrayList<>();
        files.forEach((name, rings) -> {
            if (!rings.isEmpty() || !Owners.isGuest(directory.resolve(name + Owner.SUFFIX))) {
                owners.add(owner(directory, name, rings, lockFile, rolling, window, noted));
            }
        });
        return new LanesView(owners, others);
    }

    private static OwnerView owner(
            Path directory,
            String name,
            List<Path> files,
            Path lockFile,
            long rolling,
            ByteBuffer window,
            Map<RingIdentity, Long> noted) {
        boolean alive = Owners.isAlive(directory.resolve(name + Owner.SUFFIX));
        RingView.Look look = new RingView.Look(lockFile, !alive, window, noted);
        List<RingView> rings = new ArrayList<>();
        for (Path file : files) {
            RingName ring = RingName.read(file);
            if (ring != null) {
                add(file, ring, look, rings);
            }
        }
        rings.sort((a, b) -> a.lane() != b.lane()
                ? Integer.compare(a.lane(), b.lane())
                : Integer.compare(a.generation(), b.generation()));
        return OwnerView.of(directory, name, rings, alive, rolling);
    }

    private static void add(Path file, RingName ring, RingView.Look look, List<RingView> rings) {
        try {
            rings.add(RingView.of(file, ring, look));
        } catch (NoSuchFileException e) {
            // The drainer removes finished files: the lane was drained meanwhile.
            return;
        }
    }
}
