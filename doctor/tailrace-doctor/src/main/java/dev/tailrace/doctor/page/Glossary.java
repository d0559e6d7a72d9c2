package dev.tailrace.doctor.page;

import dev.tailrace.report.Page;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;

/** The words of the page, for those who never saw a thread dump. */
final class Glossary {
    private Glossary() {}

    static void add(Page page) {
        Table table = new Table("")
                .column("word", Unit.TEXT)
                .column("what it means", Unit.TEXT)
                .row(
                        "thread",
                        "A worker inside of a program. A service has dozens or hundreds, and each handles a request at a time.")
                .row(
                        "thread dump",
                        "A photograph of all threads at one moment: what each is doing, and for what it waits.")
                .row(
                        "stack",
                        "The calls that a thread is in: which method called which. The innermost says what it does just now.")
                .row("idle", "Waits for work. Most threads of a healthy service are idle most of the time.")
                .row("stuck", "Has work, and can't go on with it until something else has happened.")
                .row("lock", "Lets one thread at a time through; the others wait until it comes out.")
                .row(
                        "queue",
                        "Where threads put things for another thread to deal with. When it is full, a thread that puts has to wait.")
                .row("appender", "The part of a logging library that writes lines to one place, such as a file.")
                .row("pause", "A moment in which all threads stand still because memory is being collected.");
        page.section("What the words mean").table(table);
    }
}
