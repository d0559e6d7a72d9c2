package dev.tailrace.trials;

/** The versions of Spring Boot that the trials run on. */
enum Boot {
    V35("3.5"),
    V40("4.0"),
    V41("4.1");

    final String name;

    Boot(String name) {
        this.name = name;
    }

    static Boot of(String name) {
        for (Boot each : values()) {
            if (each.name.equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException("no version " + name);
    }

    @Override
    public String toString() {
        return name;
    }
}
