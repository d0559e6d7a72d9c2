package dev.tailrace.slf4j;

/**
 * A configuration that two backends are given.
 *
 * @param rounds how often the program logs
 * @param inside what is inside of the outermost element; F/ stands for the folder
 */
record Twin(String name, int rounds, String inside) {
    @Override
    public String toString() {
        return name;
    }
}
