package dev.tailrace.ship.lines;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Lines in datagrams, which nothing acknowledges and any router may drop. A longer line than a datagram takes is truncated, or sent in chunks
 * where the protocol has such: GELF's begin with 0x1E 0x0F, an id of eight bytes, the chunk's index and their number.
 */
final class UdpTarget implements Target {
    private static final int LONGEST = 65_000;
    private static final int CHUNK = 1_420;
    private static final int LEAST_CHUNK = 64;
    private static final int CHUNK_HEADER = 12;
    private static final int MOST_CHUNKS = 128;

    private final Addresses addresses;
    private final boolean gelf;
    private final String compression;
    private final int chunk;
    private @Nullable DatagramSocket socket;

    UdpTarget(TargetConfig target, Addresses addresses) {
        this.addresses = addresses;
        this.gelf = target.kind().equals("gelf");
        this.compression = gelf ? target.options().getOrDefault("compression", "gzip") : "none";
        this.chunk = (int) Math.max(LEAST_CHUNK, Math.min(LONGEST, TcpTarget.millis(target.options(), "chunk", CHUNK)));
    }

    @Override
    public String address() {
        return addresses.toString();
    }

    @Override
    public Outcome send(Batch batch, long deadline) {
        int dropped = 0;
        try {
            DatagramSocket open = socket == null ? new DatagramSocket() : socket;
            socket = open;
            InetSocketAddress host = Addresses.resolved(addresses.hosts().get(0));
            if (host.isUnresolved()) {
                return Outcome.retry(0, "unknown host " + host.getHostString());
            }
            for (int i = 0; i < batch.count(); i++) {
                byte[] record = compressed(batch.bytes(), batch.from(i), batch.to(i) - batch.from(i));
                if (!gelf || record.length <= chunk) {
                    open.send(new DatagramPacket(record, Math.min(record.length, LONGEST), host));
                } else if (record.length <= MOST_CHUNKS * (chunk - CHUNK_HEADER)) {
                    sendChunks(open, record, host);
                } else {
                    dropped++;
                }
            }
            return Outcome.accepted(dropped, dropped == 0 ? "" : "longer than " + MOST_CHUNKS + " chunks");
        } catch (IOException e) {
            close();
            return Outcome.retry(0, String.valueOf(e.getMessage()));
        }
    }

    private byte[] compressed(byte[] bytes, int from, int length) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        switch (compression) {
            case "gzip" -> {
                try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                    gzip.write(bytes, from, length);
                }
            }
            case "zlib" -> {
                try (DeflaterOutputStream zlib = new DeflaterOutputStream(out)) {
                    zlib.write(bytes, from, length);
                }
            }
            default -> out.write(bytes, from, length);
        }
        return out.toByteArray();
    }

    private void sendChunks(DatagramSocket open, byte[] record, InetSocketAddress host) throws IOException {
        int payload = chunk - CHUNK_HEADER;
        int count = (record.length + payload - 1) / payload;
        byte[] id = new byte[Long.BYTES];
        ThreadLocalRandom.current().nextBytes(id);
        for (int i = 0; i < count; i++) {
            int length = Math.min(payload, record.length - i * payload);
            byte[] packet = new byte[CHUNK_HEADER + length];
            packet[0] = 0x1e;
            packet[1] = 0x0f;
            System.arraycopy(id, 0, packet, 2, id.length);
            packet[10] = (byte) i;
            packet[11] = (byte) count;
            System.arraycopy(record, i * payload, packet, CHUNK_HEADER, length);
            open.send(new DatagramPacket(packet, packet.length, host));
        }
    }

    @Override
    public void close() {
        DatagramSocket open = socket;
        socket = null;
        if (open != null) {
            open.close();
        }
    }
}
