package dev.tailrace.config.spring;

import java.util.Map;

/** Spring Boot's defaults from 3.5 to 4.1 where its properties say nothing: for a file of its that can't be seen, and for one without a file. */
public final class BootDefaults {
    /** The loggers that Spring Boot makes quiet, with their levels. */
    public static final Map<String, String> QUIET = Map.of(
            "org.apache.catalina.startup.DigesterFactory", "ERROR",
            "org.apache.catalina.util.LifecycleBase", "ERROR",
            "org.apache.coyote.http11.Http11NioProtocol", "WARN",
            "org.apache.sshd.common.util.SecurityUtils", "WARN",
            "org.apache.tomcat.util.net.NioSelectorPool", "WARN",
            "org.eclipse.jetty.util.component.AbstractLifeCycle", "ERROR",
            "org.hibernate.validator.internal.util.Version", "WARN",
            "org.springframework.boot.actuate.endpoint.jmx", "WARN");

    public static final String DATE_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";
    public static final String LEVEL = "%5p";
    public static final String THRESHOLD = "TRACE";
    public static final String MAX_FILE_SIZE = "10MB";
    public static final String MAX_HISTORY = "7";
    /** Behind the name of the active file. */
    public static final String FINISHED_FILE = ".%d{yyyy-MM-dd}.%i.gz";

    private BootDefaults() {}
}
