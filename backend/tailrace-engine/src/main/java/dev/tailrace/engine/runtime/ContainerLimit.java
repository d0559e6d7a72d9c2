package dev.tailrace.engine.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory limit of this process's control groups: the smallest limit from its own group up to the visible root. Shared memory counts as
 * memory there, so lanes that take too much get the process killed. Reads both versions of control groups, and hosts with both.
 */
final class ContainerLimit {
    private static final long NONE = Long.MAX_VALUE;

    private final Path root;

    /** @param root of the file system; another one in tests */
    ContainerLimit(Path root) {
        this.root = root;
    }

    /** The limit in bytes; {@link Long#MAX_VALUE} where there is none, or it can't be read. */
    long bytes() {
        try {
            List<String> mounts = Files.readAllLines(root.resolve("proc/self/mountinfo"));
            long limit = NONE;
            for (String group : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
                // Number of the hierarchy, its controllers, this process's group.
                String[] parts = group.split(":", 3);
                if (parts.length == 3) {
                    limit = Math.min(limit, ofGroup(parts[1], parts[2], mounts));
                }
            }
            return limit;
        } catch (IOException | RuntimeException e) {
            return NONE;
        }
    }

    private long ofGroup(String controllers, String group, List<String> mounts) {
        boolean unified = controllers.isEmpty();
        if (!unified && !List.of(controllers.split(",", -1)).contains("memory")) {
            return NONE;
        }
        String file = unified ? "memory.max" : "memory.limit_in_bytes";
        long limit = NONE;
        for (String mount : mounts) {
            int separator = mount.indexOf(" - ");
            if (separator < 0) {
                continue;
            }
            String[] place = mount.substring(0, separator).split(" ", -1);
            String[] kind = mount.substring(separator + 3).split(" ", -1);
            boolean wanted = unified
                    ? kind[0].equals("cgroup2")
                    : kind[0].equals("cgroup")
                            && List.of(kind[kind.length - 1].split(",", -1)).contains("memory");
            if (wanted && place.length > 4) {
                limit = Math.min(limit, onTheWay(unescaped(place[4]), unescaped(place[3]), group, file));
            }
        }
        return limit;
    }

    /**
     * The smallest limit of a group and its ancestors, up to the mount point of the hierarchy.
     *
     * @param mountRoot the group at the mount point: in a container often this process's own
     */
    private long onTheWay(String mountPoint, String mountRoot, String group, String file) {
        Path top = root.resolve(mountPoint.substring(1)).normalize();
        Path below = Path.of("/").relativize(Path.of(group).normalize());
        Path mounted = Path.of("/").relativize(Path.of(mountRoot).normalize());
        boolean isBelow = mounted.toString().isEmpty() || below.startsWith(mounted);
        Path directory = isBelow && !group.contains("..")
                ? top.resolve(mounted.toString().isEmpty() ? below : mounted.relativize(below))
                        .normalize()
                : top;
        long limit = NONE;
        while (directory != null && directory.startsWith(top)) {
            limit = Math.min(limit, read(directory.resolve(file)));
            directory = directory.getParent();
        }
        return limit;
    }

    private static long read(Path file) {
        try {
            // "max" where there is no limit; in the first version a huge number.
            long bytes = Long.parseLong(Files.readString(file).strip());
            return bytes > 0 ? bytes : NONE;
        } catch (IOException | NumberFormatException e) {
            return NONE;
        }
    }

    /** Spaces and some others are written as octal numbers. */
    private static String unescaped(String path) {
        return path.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
