package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalWriter;

/**
 * The origins of hash chains. An origin is a digest of the names of the domain and pipeline that its chain is about, so
 * that no two chains share an entry.
 */
public final class ChainOrigin {

    private ChainOrigin() {}

    /**
     * The origin of the chain of a domain's own entries, which are decisions about the domain ({@link DomainEvent}).
     *
     * @param domain the domain's name
     */
    public static ChainTip ofDomain(String domain) {
        return origin(domain, CanonicalForm.DOMAIN_CHAIN, "");
    }

    /**
     * The origin of the chain of a pipeline's batches.
     *
     * @param domain the domain's name
     * @param pipeline the pipeline's name
     */
    public static ChainTip ofPipeline(String domain, String pipeline) {
        return origin(domain, CanonicalForm.PIPELINE_CHAIN, pipeline);
    }

    private static ChainTip origin(String domain, byte chain, String name) {
        CanonicalWriter out = new CanonicalWriter();
        out.code(CanonicalForm.VERSION).code(chain).text(domain).text(name);
        return new ChainTip(0, ChainHash.digest(out.bytes()));
    }
}
