package dev.tailrace.doctor.corpus;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Many threads that all want one lock for a little work, and nothing to do with logging. By the seed a monitor or a
 * {@link ReentrantLock}. Healthy: the work outside, a concurrent map, and less of it.
 */
final class LockConvoy {
    private LockConvoy() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        int rounds = stage.between(200_000, 600_000);
        Ledger ledger;
        if (!stage.sick()) {
            ledger = new FreeLedger();
        } else if (stage.random().nextBoolean()) {
            ledger = new MonitorLedger();
        } else {
            ledger = new LockedLedger();
        }
        int count = stage.between(20, 80);
        Callers callers = Callers.start(
                count,
                stage.pick("reservation-", "pool-4-thread-", "qtp1746570062-"),
                stage.sick() ? 8_000 : 300,
                (caller, turn) -> ledger.reserve("sku" + (turn % 500), rounds));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("Ledger", "reserve", 0.8));
        } else {
            stage.playOnceTrue(() -> callers.turns() > 200);
        }
    }

    private static long price(String item, int rounds) {
        long price = item.hashCode();
        for (int i = 0; i < rounds; i++) {
            price = price * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return price;
    }

    private interface Ledger {
        void reserve(String item, int rounds);
    }

    private static final class MonitorLedger implements Ledger {
        private final Map<String, Long> reserved = new HashMap<>();

        @Override
        public synchronized void reserve(String item, int rounds) {
            reserved.merge(item, price(item, rounds), Long::sum);
        }
    }

    private static final class LockedLedger implements Ledger {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, Long> reserved = new HashMap<>();

        @Override
        public void reserve(String item, int rounds) {
            lock.lock();
            try {
                reserved.merge(item, price(item, rounds), Long::sum);
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class FreeLedger implements Ledger {
        private final Map<String, AtomicLong> reserved = new ConcurrentHashMap<>();

        @Override
        public void reserve(String item, int rounds) {
            long price = price(item, rounds);
            reserved.computeIfAbsent(item, unknown -> new AtomicLong()).addAndGet(price);
        }
    }
}
