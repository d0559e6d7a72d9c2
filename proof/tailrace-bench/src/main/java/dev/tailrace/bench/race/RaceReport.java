package dev.tailrace.bench.race;

import java.util.List;

/**
 * The result of a race; the components are the fields of its JSON.
 *
 * @param schema version of this form
 * @param jdk version of the Java machine
 * @param cpus processors
 * @param rounds rounds wanted of each backend in each incident
 * @param quick whether it was the short form
 * @param machine operating system and its architecture
 * @param fileSystem what the log files were written to
 * @param incidents with all their rows
 */
record RaceReport(
        int schema,
        String jdk,
        int cpus,
        int rounds,
        boolean quick,
        String machine,
        String fileSystem,
        List<Incident> incidents) {
    /** The form that is written now. */
    static final int SCHEMA = 1;

    /**
     * One incident.
     *
     * @param id stable id
     * @param title in a few words
     * @param load in a sentence
     * @param rounds rounds that it was run
     * @param backends rows in the order of the contestants
     */
    record Incident(String id, String title, String load, int rounds, List<Standing> backends) {}
}
