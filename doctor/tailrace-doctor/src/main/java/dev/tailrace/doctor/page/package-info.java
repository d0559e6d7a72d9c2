/** Doctor's page: what is wrong, and pictures of what threads did. It must not know how anything was found out. */
@NullMarked
package dev.tailrace.doctor.page;

import org.jspecify.annotations.NullMarked;
