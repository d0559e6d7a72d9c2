package dev.tailrace.otlp;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The part of a target's response that says what it has refused of an accepted request. Anything may be in it.
 *
 * @param rejected the number of records
 * @param message by the target, shortened, without control characters
 */
record PartialSuccess(long rejected, String message) {
    private static final PartialSuccess NONE = new PartialSuccess(0, "");
    private static final int LONGEST_MESSAGE = 200;
    private static final int RESPONSES_PARTIAL_SUCCESS = 0x0A;
    private static final int REJECTED = 0x08;
    private static final int MESSAGE = 0x12;

    /** Reads an {@code ExportLogsServiceResponse}; of bytes that are none, as much as can be read. */
    static PartialSuccess of(byte[] response) {
        try {
            ByteBuffer part = find(ByteBuffer.wrap(response), RESPONSES_PARTIAL_SUCCESS);
            return new PartialSuccess(number(part.duplicate()), text(find(part, MESSAGE)));
        } catch (BufferUnderflowException e) {
            return NONE;
        }
    }

    /** The last field of bytes with this tag; empty: there is none. */
    private static ByteBuffer find(ByteBuffer in, int wanted) {
        ByteBuffer found = ByteBuffer.allocate(0);
        while (in.hasRemaining()) {
            long tag = varint(in);
            ByteBuffer field = field(in, (int) tag & 7);
            found = tag == wanted ? field : found;
        }
        return found;
    }

    private static long number(ByteBuffer in) {
        long number = 0;
        while (in.hasRemaining()) {
            long tag = varint(in);
            ByteBuffer field = field(in, (int) tag & 7);
            number = tag == REJECTED ? varint(field) : number;
        }
        return number;
    }

    /** The content of a field, which is behind its tag. */
    private static ByteBuffer field(ByteBuffer in, int type) {
        int start = in.position();
        long length = switch (type) {
            case 0 -> varint(in.duplicate()) == 0 ? 1 : Wire.size(varint(in.duplicate()));
            case 1 -> Long.BYTES;
            case 2 -> varint(in);
            case 5 -> Integer.BYTES;
            default -> -1;
        };
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        start = in.position();
        in.position(start + (int) length);
        return in.duplicate().position(start).limit(start + (int) length).slice();
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = in.get();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new BufferUnderflowException();
    }

    private static String text(ByteBuffer utf8) {
        String text = StandardCharsets.UTF_8.decode(utf8).toString().replaceAll("\\p{C}", " ");
        return text.substring(0, Math.min(text.length(), LONGEST_MESSAGE));
    }
}
