package dev.sennit.store;

import java.util.Map;

/**
 * What a Lance transaction carries to be recognised again.
 *
 * @param uuid minted once per logical commit and reused by every attempt at it
 * @param properties stored with the transaction and read back from the version
 */
public record TransactionIdentity(String uuid, Map<String, String> properties) {
    public TransactionIdentity {
        properties = Map.copyOf(properties);
    }
}
