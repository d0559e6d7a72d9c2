package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.doctor.flight.RoomWaits;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Walks of the stack for log calls are told as what they are, whether threads are seen at them or the JVM recorded them. */
@Tag("anyjdk")
class LocationWalksTest {
    private static final Ranking NOTHING = new Ranking(0, 0, 0, List.of());

    private static final List<String> WALKS = List.of(
            "RUNNABLE",
            "at java.lang.Throwable.fillInStackTrace(java.base@17/Native Method)",
            "at java.lang.Throwable.fillInStackTrace(java.base@17/Throwable.java:798)",
            "at java.lang.Throwable.<init>(java.base@17/Throwable.java:256)",
            "at ch.qos.logback.classic.spi.LoggingEvent.getCallerData(LoggingEvent.java:378)",
            "at ch.qos.logback.classic.AsyncAppender.preprocess(AsyncAppender.java:57)",
            "at ch.qos.logback.core.AsyncAppenderBase.append(AsyncAppenderBase.java:150)",
            "at ch.qos.logback.classic.Logger.info(Logger.java:587)",
            "at com.acme.Shop.sell(Shop.java:21)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    private static final List<String> SELLS = List.of(
            "RUNNABLE",
            "at com.acme.Shop.sum(Shop.java:40)",
            "at com.acme.Shop.sell(Shop.java:22)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    @TempDir
    Path folder;

    @Test
    void check_throwablesThatLoggingMakesForTheirStack_areWalksAndNoExceptions() {
        List<Remark> remarks = check(50_000, 0, 10_000);

        assertThat(remarks).singleElement().satisfies(remark -> {
            assertThat(remark.code()).isEqualTo("TR3121");
            assertThat(remark.cause()).contains("5,000 throwables a second");
            assertThat(remark.evidence())
                    .containsExactly("100 % of them for log calls in com.acme.Shop.sell:21 (own.jfr)");
        });
    }

    @Test
    void check_walksBesideExceptions_areToldApartByTheirShare() {
        List<Remark> remarks = check(50_000, 2_000, 8_000);

        assertThat(remarks).extracting(Remark::code).containsExactlyInAnyOrder("TR3121", "TR3157");
        assertThat(remarks).extracting(Remark::cause).anyMatch(each -> each.startsWith("1,000 exceptions are thrown"));
        assertThat(remarks).extracting(Remark::cause).anyMatch(each -> each.contains("4,000 throwables a second"));
    }

    @Test
    void check_countThatIsNotToldApart_isExceptions() {
        assertThat(check(50_000, 0, 0)).extracting(Remark::code).containsExactly("TR3157");
    }

    @Test
    void check_fewWalks_areNoFinding() {
        assertThat(check(9_000, 0, 9_000)).isEmpty();
    }

    private static List<Remark> check(long thrown, long exceptions, long walks) {
        FlightRecording flight = new FlightRecording(
                Source.of("own.jfr"),
                1_000,
                11_000,
                100,
                NOTHING,
                ranking(exceptions, "com.acme.NoSuchThing", "com.acme.Shelf.find:7", false),
                ranking(walks, "java.lang.Throwable", "com.acme.Shop.sell:21", true),
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING,
                thrown,
                RoomWaits.NONE);
        return Checked.of(new Evidence(List.of(flight), List.of()));
    }

    private static Ranking ranking(long count, String what, String site, boolean logging) {
        return count == 0
                ? NOTHING
                : new Ranking(count, count, 0, List.of(new Ranked(what, site, logging, count, count, 1)));
    }

    @Test
    void check_threadsSeenAtIt_areFoundWhereItIsOftenOrMostOfAll() throws Exception {
        assertThat(seen(5, 45)).containsExactly("TR3121");
        assertThat(seen(4, 36)).isEmpty();
        assertThat(seen(3, 3)).containsExactly("TR3121");
        assertThat(seen(3, 4)).isEmpty();
        assertThat(seen(2, 0)).isEmpty();
    }

    /** One thread is seen so many times at a walk and so many times at its work. */
    private List<String> seen(int walks, int sells) throws Exception {
        DumpText text = new DumpText();
        for (int i = 0; i < walks + sells; i++) {
            text.dump().threads(1, "till", i < walks ? WALKS : SELLS);
        }
        return Doctor.examine(List.of(text.write(folder.resolve("dumps.txt")))).findings().stream()
                .map(Remark::code)
                .toList();
    }
}
