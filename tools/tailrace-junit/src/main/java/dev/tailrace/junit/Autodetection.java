package dev.tailrace.junit;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets Jupiter detect {@link KpiExtension}, and no other extension on the class path: from 5.12 on, autodetection can be limited by name.
 * An explicit setting of autodetection is obeyed.
 */
final class Autodetection {
    private static final String ENABLED = "junit.jupiter.extensions.autodetection.enabled";
    private static final String INCLUDE = "junit.jupiter.extensions.autodetection.include";

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

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
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.lookingAt()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major > 5 || (major == 5 && Integer.parseInt(numbers.group(2)) >= 12);
    }

    /** Empty without Jupiter, or when Jupiter's jar doesn't state its version. */
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
