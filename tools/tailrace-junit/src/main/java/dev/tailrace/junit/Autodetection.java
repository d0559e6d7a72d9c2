package dev.tailrace.junit;

import java.util.Optional;
import java.util.function.Function;

/**
 * Has Jupiter find {@link KpiExtension} by itself, without waking other extensions that happen to be on the class path: from 5.12 on, what
 * is found can be limited by name. Whoever has decided for themselves whether extensions are found is obeyed.
 */
final class Autodetection {
    private static final String ENABLED = "junit.jupiter.extensions.autodetection.enabled";
    private static final String INCLUDE = "junit.jupiter.extensions.autodetection.include";

    private Autodetection() {}

    /** @param parameters JUnit's configuration parameters */
    static void activate(Function<String, Optional<String>> parameters) {
        if (parameters.apply(ENABLED).isEmpty()
                && parameters.apply(INCLUDE).isEmpty()
                && canBeLimited(jupiterVersion())) {
            System.setProperty(ENABLED, "true");
            System.setProperty(INCLUDE, KpiExtension.class.getName());
        }
    }

    static boolean canBeLimited(String version) {
        int dot = version.indexOf('.');
        int major = number(version, 0);
        int minor = dot < 0 ? -1 : number(version, dot + 1);
        return minor >= 0 && (major > 5 || (major == 5 && minor >= 12));
    }

    /** The number that begins there, -1 if none does. Without a pattern, whose classes would be loaded before the first test. */
    private static int number(String text, int start) {
        int number = -1;
        for (int i = start;
                i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9' && number < 1_000;
                i++) {
            number = 10 * Math.max(0, number) + text.charAt(i) - '0';
        }
        return number;
    }

    /** Empty where there is no Jupiter, or one that doesn't say. */
    private static String jupiterVersion() {
        try {
            Package api = org.junit.jupiter.api.Test.class.getPackage();
            String version = api == null ? null : api.getImplementationVersion();
            return version == null ? "" : version;
        } catch (NoClassDefFoundError absent) {
            return "";
        }
    }
}
