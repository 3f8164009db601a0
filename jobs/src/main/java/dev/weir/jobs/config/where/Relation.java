package dev.weir.jobs.config.where;

/** The relation between a field and a literal. */
public enum Relation {
    /** Field and literal are equal. */
    EQUAL("=="),
    /** Field and literal differ. */
    NOT_EQUAL("!="),
    /** The field is smaller than the literal. */
    LESS("<"),
    /** The field is smaller than the literal, or equal to it. */
    AT_MOST("<="),
    /** The field is larger than the literal. */
    GREATER(">"),
    /** The field is larger than the literal, or equal to it. */
    AT_LEAST(">=");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /**
     * Returns the sign of the relation in a pipeline file.
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
     * @return true if the relation holds for a field and a literal in this order
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
     * Returns the relation that holds exactly if this one does not.
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
