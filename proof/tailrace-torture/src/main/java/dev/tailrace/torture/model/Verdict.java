package dev.tailrace.torture.model;

import java.util.Set;

/** Checks every line when everything is drained. */
final class Verdict {
    private static final String[] LANE_ORDER = {"abe", "cd"};

    private Verdict() {}

    /** The first flaw, or an empty text. */
    static String of(World world, Set<Outside> happened) {
        if (!world.flaw.isEmpty()) {
            return world.flaw;
        }
        boolean destroyed = happened.stream().anyMatch(Outside::destroys);
        // A file that was truncated to exactly the intent's offset looks as if nothing had been written.
        boolean twiceAllowed = happened.contains(Outside.TRUNCATE) || (destroyed && world.reportedTwice);
        String all = text(world, false);
        String withHalves = text(world, true);
        for (char name : World.lines().toCharArray()) {
            if (!withHalves.contains(World.line(name))) {
                return "lost: " + name;
            }
            int count = all.split(World.line(name), -1).length - 1;
            if (count > 1 && !twiceAllowed) {
                return "twice: " + name;
            }
        }
        if (!destroyed && !inOrder(all)) {
            return "out of order";
        }
        // Foreign bytes may be between the parts of a line that was written in parts.
        if (happened.isEmpty() && all.replace("|", "").length() != World.lines().length() * 2) {
            return "torn";
        }
        return "";
    }

    /** {@code halves}: whether a line with a destroyed half counts as destroyed. */
    private static String text(World world, boolean halves) {
        StringBuilder all = new StringBuilder();
        for (String part : world.destroyed) {
            all.append(part(part, halves));
        }
        for (int file = 0; file < world.files.size(); file++) {
            boolean deleted = world.names.containsKey(World.DELETED + file);
            all.append(part(world.files.get(file), halves && deleted));
        }
        return all.toString();
    }

    private static String part(String content, boolean halves) {
        String own = content.replace("" + World.FOREIGN, "");
        char last = own.isEmpty() ? World.FOREIGN : own.charAt(own.length() - 1);
        return (halves && Character.isLowerCase(last) ? own + Character.toUpperCase(last) : own) + "|";
    }

    private static boolean inOrder(String all) {
        for (String lane : LANE_ORDER) {
            int last = -1;
            for (int i = 0; i < lane.length(); i++) {
                int at = all.indexOf(World.line(lane.charAt(i)));
                if (at < last) {
                    return false;
                }
                last = at;
            }
        }
        return true;
    }
}
