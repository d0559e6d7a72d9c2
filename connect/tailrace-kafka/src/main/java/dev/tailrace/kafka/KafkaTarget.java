package dev.tailrace.kafka;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/**
 * A topic of Kafka. By default records arrive at least once, each with the log's id and its number in two headers. Exactly once, each batch
 * is a transaction that also commits the place behind it, as an offset of a consumer group of the log's own: what a process that was killed
 * between that and its own note had sent isn't sent again (KIP-447 has the same for streams).
 */
final class KafkaTarget implements Target {
    /** The header that names the log. */
    static final String LOG = "tailrace-log";
    /** The header with the number of the record in its log, as decimal digits. */
    static final String NUMBER = "tailrace-number";

    /** The broker forgets the offsets of a group in which nothing was committed for seven days. */
    private static final long COMMIT_NANOS = TimeUnit.DAYS.toNanos(1);

    private static final long LOGGERS_NANOS = 10_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000L;
    private static final String MOST_BLOCK_MILLIS = "10000";
    private static final String BATCH_BYTES = "262144";
    /** The client logs each try to connect. */
    private static final String MOST_BACKOFF_MILLIS = "10000";
    /** Kafka's default of {@code max.request.size}. */
    private static final int MAX_REQUEST_SIZE = 1 << 20;
    /** The bytes of a request beside a record's key and value, with its headers: less than this. */
    private static final int OVERHEAD = 512;

    /** The beginning of the client's message. */
    private static final String UNRESOLVED = "No resolvable bootstrap";

    private final String topic;
    private final String address;
    private final String log;
    private final byte[] logBytes;
    private final Header logHeader;
    private final boolean exactlyOnce;
    private final LongSupplier clock;
    private final Map<String, Object> settings = new HashMap<>();
    private final TopicPartition place;
    private final int mostBytes;
    private @Nullable Producer<byte[], byte[]> producer;
    /** The last commit, and its time; null: none is known here. */
    private @Nullable OffsetAndMetadata committed;

    private long committedAt;
    /** Whether the producer is the only one of its log; always without transactions. */
    private boolean fenced;

    /**
     * Connects to nothing yet.
     *
     * @param log the id of the row of files, which no other row has
     * @param given settings of the producer, which may be secrets
     */
    KafkaTarget(String address, String topic, String log, boolean exactlyOnce, Map<String, String> given) {
        this(address, topic, log, exactlyOnce, given, System::nanoTime);
    }

    /** @param clock in nanoseconds, for what is due each day */
    KafkaTarget(
            String address,
            String topic,
            String log,
            boolean exactlyOnce,
            Map<String, String> given,
            LongSupplier clock) {
        this.address = address;
        this.topic = topic;
        this.log = log;
        this.logBytes = ascii(log);
        this.logHeader = new RecordHeader(LOG, logBytes);
        this.exactlyOnce = exactlyOnce;
        this.clock = clock;
        this.place = new TopicPartition(topic, 0);
        this.mostBytes = mostBytes(given.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG)) - OVERHEAD;
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "tailrace-" + log);
        // A batch is handed over at once: it should travel in one request.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, "5");
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, MOST_BACKOFF_MILLIS);
        settings.putAll(given);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        // Below some time it never learns where the topic is.
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MOST_BLOCK_MILLIS);
        if (exactlyOnce) {
            settings.put(ProducerConfig.ACKS_CONFIG, "all");
            settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
            settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "tailrace-" + log);
        }
    }

    private static int mostBytes(@Nullable String given) {
        try {
            return given == null ? MAX_REQUEST_SIZE : Integer.parseInt(given.strip());
        } catch (NumberFormatException e) {
            // The producer refuses it.
            return MAX_REQUEST_SIZE;
        }
    }

    @Override
    public String address() {
        return topic + " at " + address;
    }

    /** Fences the producer of a process that had this log before; its unfinished transaction is aborted. */
    private Producer<byte[], byte[]> open() {
        Producer<byte[], byte[]> known = producer;
        if (known == null) {
            awaitLoggers();
            known = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
            producer = known;
            fenced = !exactlyOnce;
        }
        if (!fenced) {
            known.initTransactions();
            fenced = true;
        }
        return known;
    }

    /** SLF4J may just be making its provider, which has started this thread: Kafka's client would get substitutes, with a warning. */
    private static void awaitLoggers() {
        long start = System.nanoTime();
        while (LoggerFactory.getILoggerFactory() instanceof SubstituteLoggerFactory
                && System.nanoTime() - start < LOGGERS_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public Resumed resume(long deadline) {
        if (!exactlyOnce) {
            return Resumed.NOWHERE;
        }
        try {
            open();
            committed = remembered(deadline);
            committedAt = clock.getAsLong();
            return committed == null ? Resumed.NOWHERE : new Resumed(Outcome.ACCEPTED, committed.metadata());
        } catch (TimeoutException e) {
            close();
            return new Resumed(Outcome.retry(0, "no answer in time"), "");
        } catch (KafkaException | ExecutionException e) {
            closeUnlessAway(e);
            return new Resumed(failed(e), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            return new Resumed(Outcome.retry(0, "interrupted"), "");
        }
    }

    /** The place that the log's group has committed; null: none, or the broker has forgotten it. */
    private @Nullable OffsetAndMetadata remembered(long deadline)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Object> known = new HashMap<>(settings);
        known.keySet().retainAll(AdminClientConfig.configNames());
        String group = group();
        Map<TopicPartition, OffsetAndMetadata> places;
        try (Admin admin = Admin.create(known)) {
            places = admin.listConsumerGroupOffsets(
                            Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(place))),
                            new ListConsumerGroupOffsetsOptions().requireStable(true))
                    .partitionsToOffsetAndMetadata(group)
                    .get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        if (!places.containsKey(place)) {
            // The client leaves out what the broker refuses to say: that isn't nothing.
            throw new UnstableOffsetCommitException("what " + group + " has committed for " + place
                    + " can't be read: a transaction is under way, or reading the topic isn't allowed");
        }
        return places.get(place);
    }

    private String group() {
        return "tailrace-" + log;
    }

    @Override
    public Outcome send(Batch batch, long deadline) {
        List<Future<?>> sent = new ArrayList<>(batch.count());
        try {
            Producer<byte[], byte[]> open = open();
            if (exactlyOnce) {
                open.beginTransaction();
            }
            int tooLarge = 0;
            for (int i = 0; i < batch.count(); i++) {
                if (batch.to(i) - batch.from(i) > mostBytes) {
                    tooLarge++;
                    continue;
                }
                Future<?> next = open.send(message(batch, i));
                if (next.isDone()) {
                    // Without a broker each call waits: one is enough.
                    next.get();
                }
                sent.add(next);
            }
            for (Future<?> each : sent) {
                each.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
            if (exactlyOnce) {
                commit(open, new OffsetAndMetadata(batch.number(batch.count() - 1) + 1, batch.after()));
            }
            return Outcome.accepted(tooLarge, tooLarge == 0 ? "" : "longer than max.request.size");
        } catch (TimeoutException e) {
            close();
            return Outcome.retry(0, "no answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            return Outcome.retry(0, "interrupted");
        } catch (ExecutionException | KafkaException e) {
            if ((exactlyOnce && fenced) || !sent.isEmpty()) {
                // What was handed to it is sent again, by another one.
                close();
            } else {
                closeUnlessAway(e);
            }
            return failed(e);
        } catch (RuntimeException | Error e) {
            // Such as no memory: a transaction that has begun must not stay open.
            close();
            throw e;
        }
    }

    /** A producer that found no broker is kept: each new one would try to connect, and log its settings, from the beginning. */
    private void closeUnlessAway(Exception error) {
        if (!isAway(error instanceof ExecutionException ? error.getCause() : error)) {
            close();
        }
    }

    private static boolean isAway(@Nullable Throwable error) {
        return error instanceof org.apache.kafka.common.errors.TimeoutException;
    }

    private void commit(Producer<byte[], byte[]> open, OffsetAndMetadata behind) {
        open.sendOffsetsToTransaction(Map.of(place, behind), new ConsumerGroupMetadata(group()));
        CrashPoint.reach("ship: before the commit");
        open.commitTransaction();
        committed = behind;
        committedAt = clock.getAsLong();
    }

    /** The message of a record, which may be anything: it is read from a file. */
    private ProducerRecord<byte[], byte[]> message(Batch batch, int index) {
        int size = batch.to(index) - batch.from(index);
        ByteBuffer record = ByteBuffer.wrap(batch.bytes(), batch.from(index), size);
        long time = 0;
        int length = KafkaEncoder.LOG_KEY;
        if (size >= KafkaEncoder.HEAD) {
            time = record.getLong();
            length = Short.toUnsignedInt(record.getShort());
        }
        byte[] key = length == KafkaEncoder.NO_KEY ? null : logBytes;
        if (length < KafkaEncoder.LOG_KEY && length <= record.remaining()) {
            key = new byte[length];
            record.get(key);
        }
        byte[] value = new byte[record.remaining()];
        record.get(value);
        // The broker refuses a time that lies before 1970 or an hour ahead.
        long now = System.currentTimeMillis();
        Long stamp = time < 0 ? now : Math.min(time, now);
        List<Header> headers = List.of(logHeader, new RecordHeader(NUMBER, ascii(Long.toString(batch.number(index)))));
        return new ProducerRecord<>(topic, null, stamp, key, value, headers);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void idle() {
        OffsetAndMetadata known = committed;
        Producer<byte[], byte[]> open = producer;
        if (known == null || open == null || !fenced || clock.getAsLong() - committedAt < COMMIT_NANOS) {
            return;
        }
        try {
            open.beginTransaction();
            commit(open, known);
        } catch (KafkaException e) {
            // The next record opens another producer; the place here is as good.
            close();
        }
    }

    private static Outcome failed(Exception error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof RecordTooLargeException || cause instanceof InvalidTimestampException) {
                // The topic takes less than the client: it is one record's fault, and the others don't wait for it.
                return Outcome.split(reason(cause));
            }
            if (cause instanceof ConfigException
                    && String.valueOf(cause.getMessage()).startsWith(UNRESOLVED)) {
                // The name server may just be starting, too.
                return Outcome.retry(0, "no broker's name can be resolved");
            }
            if (cause instanceof AuthenticationException
                    || cause instanceof AuthorizationException
                    || cause instanceof SecurityDisabledException
                    || cause instanceof InvalidTopicException
                    || cause instanceof InvalidConfigurationException
                    || cause instanceof UnsupportedVersionException
                    || cause instanceof ConfigException) {
                return Outcome.hold(reason(cause));
            }
            cause = cause.getCause();
        }
        return Outcome.retry(0, reason(error instanceof ExecutionException ? error.getCause() : error));
    }

    /** A message of a configuration may have a secret in it: only the names of settings are taken from it. */
    private static String reason(@Nullable Throwable cause) {
        if (cause != null && isAway(cause)) {
            return "no answer in time: " + cause.getMessage();
        }
        String name = cause == null ? "" : cause.getClass().getSimpleName();
        String message = cause == null || cause.getMessage() == null ? "" : cause.getMessage();
        if (cause instanceof ConfigException) {
            message = ProducerConfig.configNames().stream()
                    .filter(message::contains)
                    .sorted()
                    .collect(Collectors.joining(", "));
        } else if (!(cause instanceof ApiException)) {
            message = "";
        }
        return message.isEmpty() ? name : name + ": " + message;
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            try {
                // What was under way is sent again.
                open.close(Duration.ZERO);
            } catch (KafkaException e) {
                // Nothing of it is needed.
            }
        }
    }
}
