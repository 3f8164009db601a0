package dev.weir.jobs.config.where;

/** The relation between a field and a literal. */
public enum Relation {
    /** Field and literal are equal. */
    EQUAL("=="),
    /** Field and literal differ. */
    NOT_EQUAL("!="),
    /** The field is smaller. */
    LESS("<"),
    /** The field is not larger. */
    AT_MOST("<="),
    /** The field is larger. */
    GREATER(">"),
    /** The field is not smaller. */
    AT_LEAST(">=");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /**
     * The relation as it is written.
     *
     * @return one or two characters
     */
    public String sign() {
        return sign;
    }

    /**
     * Whether the relation holds.
     *
     * @param order the order of field and literal, as {@link Comparable#compareTo} returns it
     * @return true if a field and a literal in this order are so related
     */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /**
     * The relation that holds where this one does not.
     *
     * @return another relation
     */
    public Relation negation() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS -> AT_LEAST;
            case AT_MOST -> GREATER;
            case GREATER -> AT_MOST;
            case AT_LEAST -> LESS;
        };
    }
}
