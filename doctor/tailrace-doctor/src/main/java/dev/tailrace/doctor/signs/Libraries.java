package dev.tailrace.doctor.signs;

import java.util.List;

/** Whose a class is, by its package: what is in none of these lists is taken for the application. Stateless. */
public final class Libraries {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final List<String> LOGGING = List.of(
            "ch.qos.logback.",
            "org.slf4j.",
            "org.apache.logging.",
            "org.apache.log4j.",
            "org.apache.commons.logging.",
            "org.jboss.logmanager.",
            "org.jboss.logging.",
            "java.util.logging.",
            "com.ibm.ws.logging.",
            "com.ibm.ejs.ras.",
            "com.lmax.disruptor.",
            "dev.tailrace.slf4j.",
            "dev.tailrace.engine.");

    private static final List<String> OTHERS = List.of(
            "org.apache.",
            "org.eclipse.",
            "org.springframework.",
            "org.hibernate.",
            "org.jboss.",
            "org.jooq.",
            "org.postgresql.",
            "org.wildfly.",
            "org.xnio.",
            "org.glassfish.",
            "org.mariadb.",
            "jakarta.",
            "com.zaxxer.",
            "com.mysql.",
            "com.mchange.",
            "com.ibm.",
            "com.fasterxml.",
            "com.google.",
            "com.datastax.",
            "com.microsoft.",
            "com.mongodb.",
            "com.rabbitmq.",
            "io.netty.",
            "io.undertow.",
            "io.vertx.",
            "io.grpc.",
            "io.lettuce.",
            "oracle.",
            "weblogic.",
            "akka.",
            "play.",
            "scala.",
            "kotlin.",
            "kotlinx.",
            "okhttp3.",
            "okio.",
            "reactor.",
            "redis.clients.");

    private Libraries() {}

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
