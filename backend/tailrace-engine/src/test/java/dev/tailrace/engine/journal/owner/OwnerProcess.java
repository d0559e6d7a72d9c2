package dev.tailrace.engine.journal.owner;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process that is an owner in a lane directory, and carries out commands line by line. */
public final class OwnerProcess implements AutoCloseable {
    private final ChildProcess process;
    private final Path file;

    public OwnerProcess(Path directory) throws IOException {
        process = JvmLauncher.of(OwnerProcess.class, directory.toString())
                .options("-Xshare:auto", "-XX:TieredStopAtLevel=1")
                .start();
        file = directory.resolve(process.line() + Owner.SUFFIX);
    }

    public Path file() {
        return file;
    }

    /** The id of the owner. */
    public long id() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(OwnerDescriptor.ID_OFFSET);
    }

    public String send(String order) {
        return process.ask(order);
    }

    public void signal(String name) {
        process.signal(name);
    }

    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws IOException {
        Owner owner = Owner.enter(Path.of(args[0]));
        owner.join();
        owner.refresh();
        System.out.println(owner.name());
        System.out.flush();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case "refresh" -> owner.refresh();
                case "restore" -> owner.restore();
                case "drop" -> Files.readAllBytes(owner.directory().resolve(owner.name() + Owner.SUFFIX));
                default -> throw new IllegalArgumentException(order);
            }
            System.out.println("done");
            System.out.flush();
        }
    }
}
