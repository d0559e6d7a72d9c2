package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.Jdk;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A million warmed calls allocate what they allocate with a logger that does nothing: the caller's array and boxes, and not one
 * byte more. On virtual threads the whole JVM's counter is compared, since those have none of their own: there the engine's own
 * threads are measured too.
 */
class AllocationTest {
    /**
     * For a million calls, on the caller's thread: a few objects once a second, such as the new second's text, and each time it waits for a
     * drain thread that gets too little of a busy machine. One object a call would be 16 million.
     */
    private static final long CALLER_BYTES = 200_000;

    /**
     * For a million calls, in the whole JVM: that, what its and the engine's threads need once in a while, and what the JDK needs when a
     * virtual thread waits because it logs faster than a disk writes. One object a call would be 16 million.
     */
    private static final long JVM_BYTES = 1_000_000; // the drain thread's few objects a batch included

    @Test
    void platformThread_allocatesNothing(@TempDir Path folder) throws Exception {
        assertCallerAllocatesNothing(child(folder), Scenario.ALL, 5);
    }

    /** With everything that the encoder can write except the caller's place. */
    @Tag("slow")
    @Test
    void platformThread_linesOfJson_allocatesNothing(@TempDir Path folder) throws Exception {
        assertCallerAllocatesNothing(ChildJvm.encoding(folder, """
                        <encoder class='net.logstash.logback.encoder.LogstashEncoder'>
                          <customFields>{"service":"shop"}</customFields>
                          <includeNonStructuredArguments>true</includeNonStructuredArguments>
                          <fieldNames><mdc>mdc</mdc></fieldNames>
                        </encoder>""").with(Nullable.class), Scenario.SOME, 2);
    }

    private static void assertCallerAllocatesNothing(ChildJvm child, String calls, int clean) throws Exception {
        List<Row> rows = rows(child.run(Scenario.class, "platform", String.valueOf(CALLER_BYTES), calls));
        assertPlantedAllocationIsSeen(rows);
        assertThat(clean(rows))
                .hasSize(clean)
                .allSatisfy(
                        row -> assertThat(row.difference()).as(row.toString()).isLessThan(CALLER_BYTES));
    }

    @Tag("slow")
    @Test
    void siftedAppender_allocatesNothing(@TempDir Path folder) throws Exception {
        String sifted = "<appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator>"
                + "<key>user</key><defaultValue>nobody</defaultValue></discriminator><sift><appender name='F-${user}'"
                + " class='ch.qos.logback.core.FileAppender'><file>" + folder + "/${user}.log</file><encoder>"
                + "<pattern>%d{HH:mm:ss.SSS} %p %t ${user} %msg%n</pattern></encoder></appender></sift></appender>"
                + "<root level='INFO'><appender-ref ref='S'/></root>";
        List<Row> rows = rows(new ChildJvm(folder, "%msg%n", sifted)
                .with(Nullable.class)
                .run(Scenario.class, "sifted", String.valueOf(CALLER_BYTES), Scenario.SOME));
        assertPlantedAllocationIsSeen(rows);
        assertThat(clean(rows))
                .hasSize(2)
                .allSatisfy(
                        row -> assertThat(row.difference()).as(row.toString()).isLessThan(CALLER_BYTES));
        assertThat(folder.resolve("ann.log")).isNotEmptyFile();
    }

    @Tag("slow")
    @Test
    void virtualThread_allocatesNothing(@TempDir Path folder) throws Exception {
        Optional<Path> java = Jdk.java25();
        if (java.isEmpty()) {
            System.out.println("NOT RUN: needs JDK 25");
            Assumptions.abort("needs JDK 25");
        }
        List<Row> rows = rows(
                child(folder).java(java.get()).run(Scenario.class, "virtual", String.valueOf(JVM_BYTES), Scenario.ALL));
        assertPlantedAllocationIsSeen(rows);
        assertThat(clean(rows))
                .hasSize(5)
                .allSatisfy(
                        row -> assertThat(row.difference()).as(row.toString()).isLessThan(JVM_BYTES));
    }

    private static ChildJvm child(Path folder) throws Exception {
        return new ChildJvm(folder, "%d{HH:mm:ss.SSS} %p %t %X{user} %msg%n").with(Nullable.class);
    }

    private static void assertPlantedAllocationIsSeen(List<Row> rows) {
        assertThat(rows)
                .filteredOn(row -> row.name().equals("planted"))
                .singleElement()
                .satisfies(row -> assertThat(row.difference()).isGreaterThanOrEqualTo(16L * Scenario.CALLS));
    }

    private static List<Row> clean(List<Row> rows) {
        return rows.stream().filter(row -> !row.name().equals("planted")).collect(Collectors.toList());
    }

    private static List<Row> rows(ChildJvm.Output output) {
        return output.out().stream().map(Row::of).collect(Collectors.toList());
    }

    /** The least of several rounds: bytes of {@link Scenario#CALLS} calls. */
    record Row(String name, long tailrace, long noop) {
        static Row of(String line) {
            String[] words = line.split(" ", 3);
            return new Row(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        long difference() {
            return tailrace - noop;
        }
    }

    static final class Scenario {
        static final int CALLS = 1_000_000;
        static final String ALL = "all";
        static final String SOME = "some";
        /**
         * The most rounds; they are needed if other processes take the CPU from the drain thread: callers wait then, which takes a few
         * objects.
         */
        private static final int ROUNDS = 12;

        private static final com.sun.management.ThreadMXBean THREADS =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

        private interface Call {
            void log(Logger log, long sequence);
        }

        /** An argument that allocates an escaping object in its {@code toString()}: the compiler eliminates others. */
        private record Planted() {
            @SuppressWarnings("unused")
            private static volatile @Nullable Object sink;

            @Override
            public String toString() {
                sink = new long[1];
                return "planted";
            }
        }

        /** Arguments: the kind of thread, the difference in bytes that needs no further round, and which calls. */
        public static void main(String[] args) throws Exception {
            long enough = Long.parseLong(args[1]);
            boolean all = args[2].equals(ALL);
            if (args[0].equals("virtual")) {
                LongSupplier bytes = wholeJvm();
                startVirtual(() -> measureAll(bytes, enough, all)).join();
            } else if (args[0].equals("sifted")) {
                measureSifted(THREADS::getCurrentThreadAllocatedBytes, enough);
            } else {
                measureAll(THREADS::getCurrentThreadAllocatedBytes, enough, all);
            }
        }

        private static void measureSifted(LongSupplier bytes, long enough) {
            Planted planted = new Planted();
            measure("none", bytes, enough, (log, n) -> log.info("order {}", n));
            measure("planted", bytes, enough, (log, n) -> log.info("order {}", planted));
            MDC.put("user", "ann");
            measure("ann", bytes, enough, (log, n) -> log.info("order {}", n));
        }

        private static void measureAll(LongSupplier bytes, long enough, boolean all) {
            Planted planted = new Planted();
            if (all) {
                measure("0", bytes, enough, (log, n) -> log.info("nothing to fill in"));
                measure("1", bytes, enough, (log, n) -> log.info("order {}", n));
                measure("2", bytes, enough, (log, n) -> log.info("order {} qty {}", n, (int) n));
            }
            measure("3", bytes, enough, (log, n) -> log.info("order {} filled at {} qty {}", n, n * 0.25, (int) n));
            measure("planted", bytes, enough, (log, n) -> log.info("order {}", planted));
            MDC.put("user", "ann");
            measure("mdc", bytes, enough, (log, n) -> log.info("order {}", n));
        }

        private static void measure(String name, LongSupplier bytes, long enough, Call call) {
            Logger tailrace = LoggerFactory.getLogger("shop.Orders");
            Logger noop = NoopLogger.create();
            long leastTailrace = Long.MAX_VALUE;
            long leastNoop = Long.MAX_VALUE;
            // The first round warms both up; taking the least leaves out what the JVM allocates while it compiles.
            for (int round = 0; round < ROUNDS && (round < 2 || leastTailrace - leastNoop > enough); round++) {
                leastNoop = Math.min(leastNoop, round(bytes, call, noop));
                leastTailrace = Math.min(leastTailrace, round(bytes, call, tailrace));
            }
            System.out.println(name + " " + leastTailrace + " " + leastNoop);
        }

        private static long round(LongSupplier bytes, Call call, Logger log) {
            long before = bytes.getAsLong();
            // Starts above the small numbers, whose boxes are cached.
            for (long n = 1_000; n < 1_000 + CALLS; n++) {
                call.log(log, n);
            }
            return bytes.getAsLong() - before;
        }

        /** Since JDK 21. */
        private static Thread startVirtual(Runnable scenario) throws ReflectiveOperationException {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, scenario);
        }

        /** Since JDK 21. */
        private static LongSupplier wholeJvm() {
            try {
                Method total = com.sun.management.ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
                return () -> {
                    try {
                        return (long) total.invoke(THREADS);
                    } catch (ReflectiveOperationException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                };
            } catch (NoSuchMethodException tooOld) {
                throw new IllegalStateException(tooOld);
            }
        }
    }
}
