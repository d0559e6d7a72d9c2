package dev.tailrace.otlp;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.ship.Batch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The {@code ExportLogsServiceRequest} of a batch: its records by resource and logger, in their order. */
final class Request {
    private static final int MOST = 1 << 28;
    /** The tag of a first field that is a message or a text: of {@code resource_logs}, {@code resource}, {@code scope} and its name. */
    private static final byte[] FIRST = {0x0A, 0};
    /** The tag of {@code scope_logs} and {@code log_records}. */
    private static final byte[] SECOND = {0x12, 0};

    private final Batch batch;
    /** Indexes of records by the id of their resource and the name of their logger, one character for each byte. */
    private final Map<Long, Map<String, List<Integer>>> groups = new LinkedHashMap<>();

    private int malformed;

    Request(Batch batch) {
        this.batch = batch;
        int before = -1;
        List<Integer> group = List.of();
        for (int i = 0; i < batch.count(); i++) {
            int log = logOf(i);
            if (log < 0) {
                malformed++;
                continue;
            }
            if (before >= 0 && isSameGroup(before, i, log)) {
                group.add(i);
                continue;
            }
            int name = batch.from(i) + OtlpEncoder.NAME_AT;
            name += batch.bytes()[name] < 0 ? 2 : 1;
            long id = Wire.fixed64(batch.bytes(), batch.from(i) + OtlpEncoder.RESOURCE_AT);
            group = groups.computeIfAbsent(id, key -> new LinkedHashMap<>())
                    .computeIfAbsent(
                            new String(batch.bytes(), name, log - name, StandardCharsets.ISO_8859_1),
                            key -> new ArrayList<>());
            group.add(i);
            before = i;
        }
    }

    /** Most records come from the process and the logger of the one before. */
    private boolean isSameGroup(int before, int record, int log) {
        byte[] bytes = batch.bytes();
        int from = batch.from(before) + OtlpEncoder.RESOURCE_AT;
        int start = batch.from(record) + OtlpEncoder.RESOURCE_AT;
        return Arrays.equals(bytes, from, from + log - start, bytes, start, log);
    }

    /** The place of a record's {@code LogRecord}; -1: no encoder has written this. */
    private int logOf(int record) {
        byte[] from = batch.bytes();
        int end = batch.to(record);
        int at = batch.from(record) + OtlpEncoder.NAME_AT;
        if (at + 1 >= end || from[batch.from(record)] != OtlpEncoder.VERSION) {
            return -1;
        }
        int size = from[at++];
        if (size < 0) {
            size = (size & 0x7f) | (from[at++] << 7);
        }
        return size < 0 || size > end - at ? -1 : at + size;
    }

    /** The number of records that no encoder has written. They are left out. */
    int malformed() {
        return malformed;
    }

    /** @param resources the bytes of a resource by its id */
    void write(LongFunction<byte[]> resources, TextBuffer out) {
        groups.forEach((id, scopes) -> {
            int resource = out.append(FIRST).length();
            byte[] bytes = resources.apply(id);
            field(FIRST, bytes, 0, bytes.length, out);
            scopes.forEach((name, records) -> scope(name, records, out));
            Wire.endLength(resource - 1, out);
        });
    }

    private void scope(String name, List<Integer> records, TextBuffer out) {
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        int logs = out.append(SECOND).length();
        int scope = out.append(FIRST).length();
        field(FIRST, bytes, 0, bytes.length, out);
        Wire.endLength(scope - 1, out);
        for (int record : records) {
            int log = logOf(record);
            field(SECOND, batch.bytes(), log, batch.to(record) - log, out);
        }
        Wire.endLength(logs - 1, out);
    }

    private static void field(byte[] tag, byte[] content, int from, int length, TextBuffer out) {
        out.append((char) tag[0]);
        Wire.varint(length, out);
        out.append(content, from, length);
    }

    static TextBuffer buffer() {
        return new TextBuffer(1 << 16, MOST);
    }
}
