package dev.tailrace.slf4j;

/** Patterns that have all words of Log4j 2's PatternLayout in them which say the same in two runs. */
final class Log4jTwinPatterns {
    static final String[] PLAIN = {
        "%p|%level|%-7p|%7p|%.2p|%.-2p|%p{length=1}|%p{lowerCase=true}|%p{INFO=i, WARN=w, length=3}%n",
        "%c|%c{1}|%c{2}|%c{-1}|%c{-9}|%c{1.}|%c{1.1.~.~}|%c{.}|%c{1.1.1.*}|%c{1.2*}|%c{2.}|%c{0}|%logger{3}%n",
        "%-40c{1.}|%40c|%.5c|%.-5c|%20.20c|%040c%n",
        "%t|%tn|%thread|%threadName|%T|%tid|%threadId|%tp|%threadPriority%n",
        "%m|%msg|%message|%m{nolookups}|%-50m|%.10m|%msgs %xEy %n",
        "%X{user}|%X{user,id}|%X{none}|%X|%mdc{user}|%MDC{id}|%X{id, user, none}|%-8X{user}%n",
        "%marker|%markerSimpleName|%-10marker|%x|%NDC|%K{a}|%map%n",
        "%C|%C{1}|%C{1.}|%class{2}|%M|%method|%F|%file|%L|%line|%l|%location%n",
        "%%|100%%|%5|\\t|\\\\|a\\nb|%R{-}{5}|%repeat{ab}{2}%n",
        "%notEmpty{[%X{user}]}|%varsNotEmpty{(%marker %X)}|%variablesNotEmpty{x}|%notEmpty{%X}%n",
        "%maxLen{%m}{8}|%maxLength{%c %m}{25}|%maxLen{%p}{100}%n",
        "%replace{%m}{[aeiou]}{_}|%replace{%c %m}{(\\w)\\.}{$1/}%n",
        "%equals{[%X{user}]}{[]}{none}|%equalsIgnoreCase{%p}{warn}{%c{1}}%n",
        "%enc{%m}|%enc{%m}{XML}|%enc{%m}{JSON}|%enc{%m}{CRLF}|%encode{%c/x}{HTML}%n",
        "%zzz %p %-5jjj{bar}%n"
    };

    static final String[] COLOURS = {
        "%highlight{%-5p %m}%n",
        "%highlight{%p}{FATAL=red, ERROR=bright red, WARN=magenta, INFO=bold cyan, DEBUG=underline, TRACE=dim}%n",
        "%highlight{%p}{STYLE=Logback}|%highlight{%X{user}}|%highlight{%p}{disableAnsi=true}%n",
        "%style{%p}{red}|%style{%m}{bold,cyan}|%style{%X{user}}{blue}|%style{%p}{bright_red}|%style{%p}{bg_blue}%n",
        "%red{%p}|%green{%m}|%black{a}|%blue{a}|%cyan{a}|%magenta{a}|%white{a}|%yellow{a}%n",
        "%-30highlight{%p}|%style{%p}{#ff8000}|%style{%p %c{1}}{bold cyan}%n"
    };

    static final String[] THROWABLES = {
        "%m%n",
        "%m",
        "%m %n%ex",
        "%m %ex%n",
        "%m%n%ex{full}",
        "%m|%ex{none}|%ex{0}%n",
        "%m|%ex{short}|%n",
        "%m|%ex{3}|%ex{2}%n",
        "%m|%throwable{5}{separator(|)}%n",
        "%m|%ex{short.message}|%ex{short.className}|%ex{short.methodName}|%ex{short.lineNumber}|%ex{short.fileName}|%n",
        "%m%n%ex{filters(dev.tailrace)}",
        "%m%n%ex{4}{filters(java.lang,dev.none)}",
        "%m%n%rEx",
        "%m%n%rEx{6}",
        "%m%n%rEx{short}",
        "%highlight{%m%n%ex}",
        "%notEmpty{%m%n%ex{2}}"
    };

    static final String[] DATES = {
        "%d %m%n",
        "%d{ISO8601}|%d{ISO8601_BASIC}|%d{DEFAULT}|%d{ABSOLUTE}|%d{DATE}|%d{COMPACT}%n",
        "%d{ABSOLUTE_PERIOD}|%d{DEFAULT_PERIOD}|%d{ISO8601_PERIOD}|%d{US_MONTH_DAY_YEAR4_TIME}%n",
        "%d{ISO8601_OFFSET_DATE_TIME_HH}|%d{ISO8601_OFFSET_DATE_TIME_HHMM}|%d{ISO8601_OFFSET_DATE_TIME_HHCMM}%n",
        "%d{UNIX}|%d{UNIX_MILLIS}|%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{UTC}|%d{HH:mm:ss}{GMT+2}%n",
        "%d{yyyy-MM-dd HH:mm:ss.SSSSSS}|%d{EEE dd MMM yyyy HH:mm:ss zzz}{Asia/Kolkata}|%date{HH:mm}%n",
        "%d{DEFAULT_MICROS}|%d{DEFAULT_NANOS}|%d{ISO8601_PERIOD_MICROS}%n"
    };

    private Log4jTwinPatterns() {}
}
