package dev.weir.accountant.levels;

/** What the published numbers of nodes are made of. */
public enum NodeNumbers {
    /** Estimates from all levels together: on trees integers that add up, in families of sets millionths that do. For numbers that are published themselves. */
    INTEGERS,

    /** Estimates from all levels together in millionths that add up, on trees too: for numbers from which others are computed, such as a mean. */
    DECIMALS,

    /** The noisy number of the node itself: for numbers that do not add up, such as distinct units. */
    OWN;

    /** Whether the number of a node is the sum of those of its base cells, so that levels are solved together. */
    public boolean addUp() {
        return this != OWN;
    }
}
