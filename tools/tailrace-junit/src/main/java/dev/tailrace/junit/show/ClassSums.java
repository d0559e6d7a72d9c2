package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;

/** The figures of several tests together. */
final class ClassSums {
    long tests;
    long entries;
    long bytes;
    long exceptions;
    long rootEntries;
    long nanos;

    void addLogged(Kpis kpis) {
        entries += kpis.entries();
        bytes += kpis.bytes();
        exceptions += kpis.exceptions();
        rootEntries += kpis.rootEntries();
    }

    void add(ClassSums other) {
        tests += other.tests;
        entries += other.entries;
        bytes += other.bytes;
        exceptions += other.exceptions;
        rootEntries += other.rootEntries;
        nanos += other.nanos;
    }
}
