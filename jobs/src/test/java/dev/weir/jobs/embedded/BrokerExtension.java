package dev.weir.jobs.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides one embedded broker for all tests of the process. Tests use different topic names. */
public final class BrokerExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EmbeddedBroker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(BrokerExtension.class))
                .getOrComputeIfAbsent(EmbeddedBroker.class, type -> start(), EmbeddedBroker.class);
    }

    private static EmbeddedBroker start() {
        try {
            return EmbeddedBroker.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
