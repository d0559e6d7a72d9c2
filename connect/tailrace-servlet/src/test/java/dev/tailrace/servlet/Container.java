package dev.tailrace.servlet;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat in its own JVM that deploys and undeploys a web application, and prints its remains on standard output. Its class path has no
 * Tailrace class.
 */
final class Container {
    private static final int LINES = 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Tomcat tomcat = new Tomcat();
    /** Stands for the threads of requests, which outlive each application. */
    private final ExecutorService requests = Executors.newFixedThreadPool(1, work -> {
        Thread thread = new Thread(work, "request");
        thread.setDaemon(true);
        return thread;
    });

    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final Path application;
    private final Path log;
    private final Path lanes;
    private int logged;

    private Container(Path folder) throws Exception {
        this.application = folder.resolve("shop");
        this.log = folder.resolve("app.log");
        this.lanes = folder.resolve("lanes");
        tomcat.setBaseDir(folder.resolve("tomcat").toString());
        tomcat.start();
    }

    public static void main(String[] arguments) throws Exception {
        Container container = new Container(Path.of(arguments[0]));
        switch (arguments[1]) {
            case "lines" -> container.lines(Integer.parseInt(arguments[2]));
            case "leaks" -> container.leaks(Integer.parseInt(arguments[2]), arguments.length > 3);
            case "neighbour" -> container.neighbour();
            default -> throw new IllegalArgumentException(arguments[1]);
        }
        // The shutdown hooks of applications that weren't undeployed run now.
        System.exit(0);
    }

    /** Redeploys without a shutdown, and counts the lines that reach the log after each. */
    private void lines(int redeploys) throws Exception {
        for (int i = 1; i <= redeploys; i++) {
            Context context = deploy();
            log(context);
            Method late =
                    context.getLoader().getClassLoader().loadClass("shop.Shop").getMethod("late");
            undeploy(context);
            await(() -> linesInLog() >= logged && threads() == 0);
            say("lines", linesInLog() + " of " + logged);
            late.invoke(null);
        }
        say("late.lines", linesInLog());
        say("late.threads", threads());
        sayLoaders();
    }

    /** Redeploys, and compares the process's resources with those after the first few redeploys. */
    private void leaks(int redeploys, boolean explicit) throws Exception {
        for (int i = 0; i < 3; i++) {
            redeploy(explicit);
        }
        awaitCollection();
        sayAll("start");
        long began = System.nanoTime();
        for (int i = 0; i < redeploys; i++) {
            redeploy(explicit);
        }
        awaitCollection();
        sayAll("end");
        say("lines", linesInLog() + " of " + logged);
        say("seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
        sayLoaders();
    }

    /** Deploys, waits for a line on standard input, while another process logs, and undeploys. */
    private void neighbour() throws Exception {
        Context context = deploy();
        log(context);
        await(() -> linesInLog() >= logged);
        say("drains", "yes");
        if (System.in.read() < 0) {
            throw new IOException("no one asks for the end");
        }
        undeploy(context);
        say("undeployed", "yes");
        awaitCollection();
        sayAll("end");
        sayLoaders();
        if (System.in.read() < 0) {
            throw new IOException("no one asks for the end");
        }
    }

    private void redeploy(boolean explicit) throws Exception {
        Context context = deploy();
        log(context);
        if (explicit) {
            inApplication(
                    context,
                    () -> context.getLoader()
                            .getClassLoader()
                            .loadClass("dev.tailrace.Tailrace")
                            .getMethod("shutdown")
                            .invoke(null));
        }
        undeploy(context);
    }

    private Context deploy() {
        // Without the container's own web.xml, which names a servlet for JSP that is not there.
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Context context = tomcat.addWebapp("/shop", application.toString());
        loaders.add(new WeakReference<>(context.getLoader().getClassLoader()));
        return context;
    }

    private void log(Context context) throws Exception {
        int first = logged;
        inApplication(
                context,
                () -> context.getLoader()
                        .getClassLoader()
                        .loadClass("shop.Shop")
                        .getMethod("log", int.class, int.class)
                        .invoke(null, first, LINES));
        logged += LINES;
    }

    private void inApplication(Context context, Callable<?> work) throws Exception {
        requests.submit(() -> {
                    Thread thread = Thread.currentThread();
                    ClassLoader before = thread.getContextClassLoader();
                    thread.setContextClassLoader(context.getLoader().getClassLoader());
                    try {
                        return work.call();
                    } finally {
                        thread.setContextClassLoader(before);
                    }
                })
                .get();
    }

    private void undeploy(Context context) throws Exception {
        tomcat.getHost().removeChild(context);
        // A thread keeps the last task it ran.
        requests.submit(() -> {}).get();
    }

    private void awaitCollection() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() - deadline < 0 && (aliveLoaders() > 0 || lanesMapped() > 0 || threads() > 0)) {
            System.gc();
            pause();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS / 3;
        while (System.nanoTime() - deadline < 0 && !condition.getAsBoolean()) {
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void sayAll(String when) throws IOException {
        say(when + ".threads", threads());
        say(when + ".descriptors", count(Path.of("/proc/self/fd")));
        say(when + ".mappings", lanesMapped());
        say(when + ".laneFiles", laneFiles());
        say(when + ".metaspace", metaspace() >> 20);
    }

    private void sayLoaders() {
        say("loaders", aliveLoaders() + " of " + loaders.size());
    }

    @SuppressWarnings("SystemOut")
    private static void say(String what, Object value) {
        System.out.println(what + "=" + value);
    }

    private long aliveLoaders() {
        return loaders.stream().filter(each -> each.get() != null).count();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("tailrace"))
                .count();
    }

    private static long metaspace() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(each -> each.getName().equals("Metaspace"))
                .mapToLong(each -> each.getUsage().getUsed())
                .sum();
    }

    private long lanesMapped() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(lanes.toString())).count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private long laneFiles() throws IOException {
        try (Stream<Path> files = Files.walk(lanes)) {
            return files.filter(Files::isRegularFile).count();
        }
    }

    private static long count(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    private int linesInLog() {
        try {
            return Files.exists(log) ? Files.readAllLines(log).size() : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
