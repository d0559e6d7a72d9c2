package dev.tailrace.doctor.signatures;

import java.util.List;
import java.util.Map;

/** The library that a class belongs to, by its package: what is in none of these lists is taken for the application. Stateless. */
public final class Libraries {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final List<String> LOGGING =
            List.of(("ch.qos.logback. org.slf4j. org.apache.logging. org.apache.log4j. "
                            + "org.apache.commons.logging. org.jboss.logmanager. org.jboss.logging. "
                            + "java.util.logging. com.ibm.ws.logging. com.ibm.ejs.ras. com.lmax.disruptor. "
                            + "net.logstash.logback. org.apache.juli. org.ops4j.pax.logging. org.tinylog. "
                            + "com.google.common.flogger. io.netty.util.internal.logging. "
                            + "org.eclipse.jetty.util.log. uk.org.lidalia.sysoutslf4j. dev.tailrace.slf4j. "
                            + "dev.tailrace.engine.")
                    .split(" ", -1));

    private static final List<String> OTHERS =
            List.of(("org.apache. org.eclipse. org.springframework. org.hibernate. org.jboss. "
                            + "org.jooq. org.postgresql. org.wildfly. org.xnio. org.glassfish. org.mariadb. "
                            + "jakarta. com.zaxxer. com.mysql. com.mchange. com.ibm. com.fasterxml. "
                            + "com.google. com.datastax. com.microsoft. com.mongodb. com.rabbitmq. io.netty. "
                            + "io.undertow. io.vertx. io.grpc. io.lettuce. oracle. weblogic. akka. play. "
                            + "scala. kotlin. kotlinx. okhttp3. okio. reactor. redis.clients.")
                    .split(" ", -1));

    /** Libraries by the packages of what they lock inside, for where the table of signs has no line. */
    private static final Map<String, String> BY_PACKAGE = Map.ofEntries(
            Map.entry("ch.qos.logback.", "logback"),
            Map.entry("net.logstash.logback.", "logback"),
            Map.entry("org.apache.logging.", "log4j2"),
            Map.entry("org.apache.log4j.", "log4j1"),
            Map.entry("java.util.logging.", "jul"),
            Map.entry("org.apache.juli.", "jul"),
            Map.entry("org.jboss.logmanager.", "jboss"),
            Map.entry("com.ibm.ws.logging.", "websphere"),
            Map.entry("com.ibm.ejs.ras.", "websphere"));

    private static final String FACADE = "facade";

    private Libraries() {}

    /** The logging library of a class, as the table of signs names it; {@code facade} for one of no library of its own; empty for none. */
    static String library(String type) {
        if (!isLogging(type) || type.startsWith("com.lmax.")) {
            return "";
        }
        return BY_PACKAGE.entrySet().stream()
                .filter(each -> type.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(FACADE);
    }

    /** Whether a class is a logging library's. */
    public static boolean isLogging(String type) {
        return startsWith(type, LOGGING);
    }

    /** Whether a class is Java's own, logging apart. */
    public static boolean isJdk(String type) {
        return startsWith(type, JDK) && !isLogging(type);
    }

    /** Whether a class is of neither the application nor Java nor a logging library. */
    public static boolean isOther(String type) {
        return startsWith(type, OTHERS) && !isLogging(type);
    }

    private static boolean startsWith(String type, List<String> begins) {
        return begins.stream().anyMatch(type::startsWith);
    }
}
