package dev.weir.jobs.released;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column of flat rows. Every language of schemas has its own word for it.
 *
 * @param kind what the column holds
 * @param scale the digits behind the point, of a {@link Kind#DECIMAL}; else 0
 * @param element the type of the elements, of a {@link Kind#LIST}; else null
 * @param isRequired whether every row has a content
 */
public record FlatType(Kind kind, int scale, @Nullable FlatType element, boolean isRequired) implements Serializable {

    /** The digits of a decimal, in front of the point and behind it. */
    public static final int DIGITS = 38;

    /** A text. */
    public static final FlatType TEXT = of(Kind.TEXT);

    /** A time in milliseconds, in UTC. */
    public static final FlatType TIME = of(Kind.TIME);

    /** A whole number of 64 bits. */
    public static final FlatType LONG = of(Kind.LONG);

    /** A number of double precision. */
    public static final FlatType DOUBLE = of(Kind.DOUBLE);

    /** Numbers of double precision by their names. */
    public static final FlatType NUMBERS = of(Kind.NUMBERS);

    /** True or false. */
    public static final FlatType TRUTH = of(Kind.TRUTH);

    /** What a column holds. */
    public enum Kind {
        TEXT,
        TIME,
        LONG,
        DOUBLE,
        DECIMAL,
        TRUTH,
        LIST,
        NUMBERS
    }

    private static FlatType of(Kind kind) {
        return new FlatType(kind, 0, null, false);
    }

    /**
     * Returns the type of decimals of {@link #DIGITS} digits.
     *
     * @param scale the digits behind the point
     */
    public static FlatType decimal(int scale) {
        return new FlatType(Kind.DECIMAL, scale, null, false);
    }

    /**
     * Returns the type of lists.
     *
     * @param element the type of their elements
     */
    public static FlatType list(FlatType element) {
        return new FlatType(Kind.LIST, 0, element, false);
    }

    /** Returns this type for a column that every row has. */
    public FlatType required() {
        return new FlatType(kind, scale, element, true);
    }

    /** Returns the type of the elements of a list. */
    public FlatType elements() {
        if (element == null) {
            throw new IllegalStateException("the type must be a list, was " + kind);
        }
        return element;
    }
}
