package dev.tailrace.probe;

import java.util.Locale;
import java.util.regex.Pattern;

/** Blackens passwords and the like before anything is kept: an archive may be sent elsewhere. */
final class Secrets {
    private static final String WORDS =
            "password|passwd|passphrase|secret|token|credential|api[-_.]?key|private[-_.]?key";
    private static final Pattern KEY = Pattern.compile(WORDS);
    private static final Pattern ARGUMENT =
            Pattern.compile("(-D[^\\s=]{0,200}(?:" + WORDS + ")[^\\s=]{0,200}=)\\S+", Pattern.CASE_INSENSITIVE);
    private static final Pattern OPTION = Pattern.compile(
            "((?:^|\\s)--?[\\w.-]{0,100}(?:" + WORDS + ")[\\w.-]{0,100}[=\\s]\\s*)\\S+", Pattern.CASE_INSENSITIVE);
    private static final Pattern ATTRIBUTE = Pattern.compile(
            "([\\w.-]{0,100}(?:" + WORDS + ")[\\w.-]{0,100}\\s*=\\s*)(\"[^\"]*\"|'[^']*')", Pattern.CASE_INSENSITIVE);
    private static final Pattern ELEMENT = Pattern.compile(
            "(<([\\w.-]{0,100}(?:" + WORDS + ")[\\w.-]{0,100})(?:\\s[^<>]*)?>)[^<]*(?=</)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PROPERTY = Pattern.compile(
            "(?m)^([ \\t]*[\\w.-]{0,200}(?:" + WORDS + ")[\\w.-]{0,200}[ \\t]*[=:][ \\t]*)\\S.*$",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern IN_ADDRESS = Pattern.compile("(://[^/\\s:@]{1,200}:)[^/\\s@]{1,200}@");
    private static final String BLACK = "***";

    private Secrets() {}

    /** Whether a property of this name is not to be kept. */
    static boolean isSecret(String key) {
        return KEY.matcher(key.toLowerCase(Locale.ROOT)).find();
    }

    /** A command line or a list of flags. */
    static String inArguments(String text) {
        String hidden =
                OPTION.matcher(ARGUMENT.matcher(text).replaceAll("$1" + BLACK)).replaceAll("$1" + BLACK);
        return IN_ADDRESS.matcher(hidden).replaceAll("$1" + BLACK + "@");
    }

    /** A configuration file, XML or properties. */
    static String inConfiguration(String text) {
        String hidden = ATTRIBUTE.matcher(text).replaceAll("$1\"" + BLACK + "\"");
        hidden = ELEMENT.matcher(hidden).replaceAll("$1" + BLACK);
        hidden = PROPERTY.matcher(hidden).replaceAll("$1" + BLACK);
        return IN_ADDRESS.matcher(hidden).replaceAll("$1" + BLACK + "@");
    }
}
