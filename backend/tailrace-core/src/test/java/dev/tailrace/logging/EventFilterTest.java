package dev.tailrace.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Asking;
import dev.tailrace.config.model.FilterConfig.Chain;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.layout.event.Event;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What twins can't show: how often a filter is asked, and what it costs. What filters reply the twins compare. */
final class EventFilterTest {
    private static final EventTest.Burst TWO = new EventTest.Burst(1, Threshold.WARN, 2, 1_000_000_000_000L);

    private static EventFilter[] filters(FilterConfig... configs) {
        return EventFilter.all(List.of(configs), new Bursts());
    }

    private static void withEvent(java.util.function.Consumer<Event> task) {
        Event event = Events.POOL.take();
        try {
            event.begin(20, 0, "a", "", 0);
            event.message("order {} of {}");
            event.arguments(event.arrayOf("one", 2));
            task.accept(event);
        } finally {
            Events.POOL.give(event);
        }
    }

    private static Reply reply(EventFilter[] filters) {
        Reply[] reply = new Reply[1];
        withEvent(event -> reply[0] = EventFilter.decide(filters, 20, event));
        return reply[0];
    }

    @Test
    void chain_once_isAskedOnceForEachEventWhoeverAsks() {
        Bursts bursts = new Bursts();
        Chain chain = new Chain(List.of(new Asking(TWO, Reply.NEUTRAL, Reply.DENY)), "logger a");
        EventFilter first = EventFilter.of(chain, bursts);
        EventFilter second = EventFilter.of(chain, bursts);
        for (Reply expected : new Reply[] {Reply.NEUTRAL, Reply.NEUTRAL, Reply.DENY}) {
            withEvent(event -> {
                assertThat(first.reply(20, event)).isEqualTo(expected);
                assertThat(second.reply(20, event)).isEqualTo(expected);
            });
        }
    }

    @Test
    void chain_askedEachTime_countsEachTime() {
        EventFilter filter = filters(new Chain(List.of(new Asking(TWO, Reply.NEUTRAL, Reply.DENY)), null))[0];
        withEvent(event -> {
            assertThat(filter.reply(20, event)).isEqualTo(Reply.NEUTRAL);
            assertThat(filter.reply(20, event)).isEqualTo(Reply.NEUTRAL);
            assertThat(filter.reply(20, event)).isEqualTo(Reply.DENY);
            // More severe ones don't count.
            event.begin(40, 0, "a", "", 0);
            assertThat(filter.reply(40, event)).isEqualTo(Reply.NEUTRAL);
        });
    }

    @Test
    void chain_accepts_theFiltersBehindAreAskedAllTheSame() {
        Asking any = new Asking(new EventTest.OfLevel(Threshold.INFO), Reply.ACCEPT, Reply.DENY);
        Asking none = new Asking(new EventTest.HasMarker(List.of("SALE"), false), Reply.NEUTRAL, Reply.DENY);

        assertThat(reply(filters(any, none))).isEqualTo(Reply.ACCEPT);
        assertThat(reply(filters(new Chain(List.of(any, none), null)))).isEqualTo(Reply.NEUTRAL);
        assertThat(reply(filters(new Chain(List.of(any), null), none))).isEqualTo(Reply.DENY);
    }

    @Test
    void bursts_ofOneFilter_areOneWindow() {
        Bursts bursts = new Bursts();

        assertThat(bursts.of(TWO)).isSameAs(bursts.of(new EventTest.Burst(1, Threshold.WARN, 2, 1_000_000_000_000L)));
        assertThat(bursts.of(TWO))
                .isNotSameAs(bursts.of(new EventTest.Burst(2, Threshold.WARN, 2, 1_000_000_000_000L)));
    }

    /** A filter that reads the message several times calls the arguments' {@code toString()} once. */
    @Test
    void formatted_askedTwice_isMadeOnceAndKeepsControlCharacters() {
        AtomicInteger calls = new AtomicInteger();
        Object argument = new Object() {
            @Override
            public String toString() {
                return "two\nlines " + calls.incrementAndGet();
            }
        };
        EventTest all = new EventTest.OfText(Source.FORMATTED, Comparison.MATCHES, "a two\nlines 1");
        EventTest part = new EventTest.OfText(Source.FORMATTED, Comparison.CONTAINS, "lines 1");
        EventFilter[] filters =
                filters(new Asking(all, Reply.NEUTRAL, Reply.DENY), new Asking(part, Reply.ACCEPT, Reply.DENY));
        withEvent(event -> {
            event.message("a {}");
            event.arguments(event.arrayOf(argument));
            assertThat(EventFilter.decide(filters, 20, event)).isEqualTo(Reply.ACCEPT);
        });
        assertThat(calls).hasValue(1);
    }

    @Test
    void regex_thatNeedsTooMuchStack_isNeutral() {
        EventTest deep = new EventTest.OfText(Source.MESSAGE, Comparison.MATCHES, "(a|b)*");
        EventFilter[] filters = filters(new Asking(deep, Reply.ACCEPT, Reply.DENY));
        withEvent(event -> {
            event.message("ab".repeat(1_000_000));
            assertThat(EventFilter.decide(filters, 20, event)).isEqualTo(Reply.NEUTRAL);
            event.message("abc");
            assertThat(EventFilter.decide(filters, 20, event)).isEqualTo(Reply.DENY);
        });
    }

    /** Where none does, no array is made of a call's arguments. */
    @Test
    void looksAtMessage_isSoForThoseThatMayReadItOrItsArguments() {
        EventTest marker = new EventTest.HasMarker(List.of("SALE"), false);
        assertThat(List.<EventTest>of(
                        marker,
                        new EventTest.NoMarker(),
                        TWO,
                        new EventTest.OfLevel(Threshold.INFO),
                        new EventTest.InContext(Map.of("user", Set.of("ann")), true)))
                .noneMatch(EventTest::looksAtMessage);
        assertThat(List.<EventTest>of(of(Source.MESSAGE), of(Source.FORMATTED), of(Source.THROWABLE)))
                .allMatch(EventTest::looksAtMessage);
        for (EventTest test : List.of(marker, of(Source.MESSAGE))) {
            Asking asking = new Asking(test, Reply.ACCEPT, Reply.DENY);
            TurboFilters turbo = new TurboFilters(
                    List.of(new TurboFilterConfig.OfEvents(List.of(new Chain(List.of(asking), null)))));
            assertThat(turbo.asksForArguments()).isEqualTo(test != marker);
        }
    }

    private static EventTest of(Source source) {
        return new EventTest.OfText(source, Comparison.CONTAINS, "");
    }

    @Test
    void text_ofNoMessage_fitsNothing() {
        for (Source source : new Source[] {Source.MESSAGE, Source.FORMATTED}) {
            EventFilter[] filters = filters(
                    new Asking(new EventTest.OfText(source, Comparison.MATCHES, ".*"), Reply.DENY, Reply.NEUTRAL),
                    new Asking(new EventTest.OfText(source, Comparison.CONTAINS, "n"), Reply.DENY, Reply.ACCEPT));
            withEvent(event -> {
                event.message(null);
                assertThat(EventFilter.decide(filters, 20, event)).isEqualTo(Reply.ACCEPT);
            });
        }
    }

    @Test
    void filters_aMillionEvents_makeNoGarbage() {
        EventFilter[] filters = filters(
                new FilterConfig.LevelReplies(
                        List.of(Reply.DENY, Reply.DENY, Reply.NEUTRAL, Reply.NEUTRAL, Reply.NEUTRAL)),
                new Chain(
                        List.of(
                                new Asking(new EventTest.HasMarker(List.of("SALE"), false), Reply.DENY, Reply.NEUTRAL),
                                new Asking(
                                        new EventTest.InContext(Map.of("user", Set.of("ann", "bob")), true),
                                        Reply.NEUTRAL,
                                        Reply.DENY),
                                new Asking(
                                        new EventTest.OfText(Source.MESSAGE, Comparison.MATCHES, "order .*"),
                                        Reply.NEUTRAL,
                                        Reply.DENY),
                                new Asking(
                                        new EventTest.Burst(1, Threshold.WARN, 100, 1_000_000),
                                        Reply.NEUTRAL,
                                        Reply.ACCEPT)),
                        "once"));
        Map<String, String> context = new HashMap<>(Map.of("user", "ann"));
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        @Nullable Object[] arguments = {"one", 2};
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000_000; i++) {
                Event event = Events.POOL.take();
                event.begin(20, 0, "a", "", 0);
                event.message("order {} of {}");
                event.arguments(arguments);
                event.context(context);
                EventFilter.decide(filters, 20, event);
                Events.POOL.give(event);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(10_000);
    }
}
