package dev.tailrace.engine.journal.owner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process that is an owner in a lane directory, and does what it is told line by line. */
public final class OwnerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;
    private final Path file;

    public OwnerProcess(Path directory) throws IOException {
        process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnerProcess.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        file = directory.resolve(answers.readLine() + Owner.SUFFIX);
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

    public String tell(String order) throws IOException {
        orders.println(order);
        return answers.readLine();
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
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
                case "drop" -> Files.readAllBytes(owner.directory().resolve(owner.name() + Owner.SUFFIX));
                default -> throw new IllegalArgumentException(order);
            }
            System.out.println("done");
            System.out.flush();
        }
    }
}
