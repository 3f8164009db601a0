package dev.weir.sql;

import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;

/** A part of a script that is refused. Reading goes on with the next statement. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Origin origin;
    private final String what;
    private final String rule;

    /**
     * Creates a refusal.
     *
     * @param origin the place of what is refused
     * @param what what is refused, in the script's own words
     * @param rule the rule that it breaks
     */
    Refused(Origin origin, String what, String rule) {
        super(what + ": " + rule);
        this.origin = origin;
        this.what = what;
        this.rule = rule;
    }

    void addTo(Problems problems) {
        problems.add(origin, what, rule);
    }
}
