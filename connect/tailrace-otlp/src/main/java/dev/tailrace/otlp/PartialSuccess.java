package dev.tailrace.otlp;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The part of a target's response that says what it has refused of an accepted request.
 *
 * @param rejected the number of records; may be any number
 * @param message by the target, shortened, without control characters
 */
record PartialSuccess(long rejected, String message) {
    private static final int LONGEST_MESSAGE = 200;
    private static final byte PARTIAL_SUCCESS = 0x0A;
    private static final byte REJECTED = 0x08;
    private static final byte MESSAGE = 0x12;

    /** Reads an {@code ExportLogsServiceResponse}. Of bytes that are none, nothing is read. */
    static PartialSuccess of(byte[] response) {
        long rejected = 0;
        String message = "";
        try {
            ByteBuffer all = ByteBuffer.wrap(response);
            ByteBuffer part =
                    all.hasRemaining() && all.get() == PARTIAL_SUCCESS ? content(all) : ByteBuffer.allocate(0);
            while (part.hasRemaining()) {
                switch (part.get()) {
                    case REJECTED -> rejected = varint(part);
                    case MESSAGE -> message = text(content(part));
                    default -> part.position(part.limit());
                }
            }
        } catch (BufferUnderflowException e) {
            // No such response: what was read up to here counts.
        }
        return new PartialSuccess(rejected, message);
    }

    private static ByteBuffer content(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer content = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return content;
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
