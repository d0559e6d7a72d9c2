import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.*;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

/** A chat server of the old kind: one thread per connection, most of them wait in a read. */
public class Main {
    static Logger log;

    static final class Room {
        private final List<DataOutputStream> members = new CopyOnWriteArrayList<>();

        void join(DataOutputStream out) { members.add(out); }

        void say(String line) {
            for (DataOutputStream out : members) {
                try {
                    synchronized (out) { out.writeUTF(line); out.flush(); }
                } catch (IOException e) {
                    members.remove(out);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        stopAfter(Long.getLong("seconds", 90));
        ConfigurationBuilder<BuiltConfiguration> b = ConfigurationBuilderFactory.newConfigurationBuilder();
        b.setStatusLevel(Level.ERROR);
        b.add(b.newAppender("FILE", "File").addAttribute("fileName",
                        new File(System.getenv().getOrDefault("TMPDIR", "/tmp"), "chat-rooms.log").getPath())
                .add(b.newLayout("PatternLayout").addAttribute("pattern", "%d %-5p [%t] %c{1} - %m%n")));
        b.add(b.newRootLogger(Level.INFO).add(b.newAppenderRef("FILE")));
        Configurator.initialize(b.build());
        log = LogManager.getLogger("chat.ChatServer");

        Room[] rooms = new Room[5];
        for (int i = 0; i < rooms.length; i++) rooms[i] = new Room();
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        AtomicLong connections = new AtomicLong();
        Thread acceptor = new Thread(() -> {
            while (true) {
                try {
                    Socket s = server.accept();
                    long no = connections.incrementAndGet();
                    Room room = rooms[(int) (no % rooms.length)];
                    room.join(new DataOutputStream(new BufferedOutputStream(s.getOutputStream())));
                    new Thread(() -> {
                        try (DataInputStream in = new DataInputStream(s.getInputStream())) {
                            while (true) {
                                String line = in.readUTF();
                                log.info("room {}: {}", no % rooms.length, line);
                                room.say(line);
                            }
                        } catch (IOException e) {
                            log.info("connection {} closed", no);
                        }
                    }, "chat-connection-" + no).start();
                } catch (IOException e) {
                    return;
                }
            }
        }, "chat-acceptor");
        acceptor.start();

        List<DataOutputStream> users = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Socket s = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            users.add(new DataOutputStream(s.getOutputStream()));
            Thread t = new Thread(() -> {
                try (DataInputStream in = new DataInputStream(s.getInputStream())) {
                    while (true) in.readUTF();
                } catch (IOException ignored) { }
            }, "user-reader-" + i);
            t.setDaemon(true);
            t.start();
        }
        ScheduledExecutorService typing = Executors.newSingleThreadScheduledExecutor(named("typing-"));
        typing.scheduleAtFixedRate(() -> {
            int u = ThreadLocalRandom.current().nextInt(users.size());
            try {
                users.get(u).writeUTF("user " + u + " says hello at " + System.currentTimeMillis());
            } catch (IOException e) {
                log.warn("typing failed", e);
            }
        }, 500, 120, TimeUnit.MILLISECONDS);
        new CountDownLatch(1).await();
    }

    static ThreadFactory named(String prefix) {
        AtomicLong n = new AtomicLong();
        return r -> new Thread(r, prefix + n.incrementAndGet());
    }

    static void pause(long ms) {
        try { Thread.sleep(ms); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
    }

    static void stopAfter(long seconds) {
        Thread t = new Thread(() -> { pause(seconds * 1000); Runtime.getRuntime().halt(0); }, "lifetime");
        t.setDaemon(true);
        t.start();
    }
}
