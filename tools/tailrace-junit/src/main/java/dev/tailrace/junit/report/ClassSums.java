package dev.tailrace.junit.report;

import dev.tailrace.junit.measure.Kpis;

/** The summed figures of several tests. */
final class ClassSums {
    long tests;
    long entries;
    long bytes;
    long exceptions;
    long rootEntries;
    long nanos;

    void add(TestResult test) {
        Kpis kpis = test.kpis();
        if (test.isTest()) {
            tests++;
            nanos += kpis.nanos();
        }
        entries += kpis.entries();
        bytes += kpis.bytes();
        exceptions += kpis.exceptions();
        rootEntries += kpis.rootEntries();
    }
}
