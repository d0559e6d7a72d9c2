package dev.tailrace.torture.model;

/** Acts of other programs on the log file while it is drained. */
enum Outside {
    /** Another program appends a line. */
    APPEND,
    /** The file is renamed, as by logrotate; the drainer creates the new one. */
    RENAME,
    /** The file is renamed and replaced by a new empty file. */
    REPLACE,
    /** The next write is short: the disk is full for a moment. */
    SHORT_WRITE,
    /** The file is truncated to zero, as by logrotate's copytruncate. */
    TRUNCATE,
    DELETE;

    /** Whether bytes are destroyed. Lines may be duplicated then, if this is reported. */
    boolean destroys() {
        return this == TRUNCATE || this == DELETE;
    }

    void act(World world) {
        switch (this) {
            case APPEND -> {
                Integer file = world.log();
                world.append(file == null ? world.create() : file, "" + World.FOREIGN);
            }
            case RENAME -> world.rename("old");
            case REPLACE -> {
                world.rename("old");
                world.create();
            }
            case TRUNCATE -> world.truncate();
            case DELETE -> world.delete();
            case SHORT_WRITE -> {} // the drainer queries this
        }
    }
}
