export interface paths {
    "/v3/keys/{api_key}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get API Key Details
         * @description Returns the owner and the expiry of the API key, and every project of the account with its settings and scripts. The API key in the path must be the same as in the `Authorization` header.
         */
        get: operations["getApiKeyDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/keys/{api_key}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get API Key Stats
         * @description Returns the usage of the account over all its projects: executions per hour, scripts, users, obfuscations, blocked attacks, and the limits of its plan. Every authentic key check of an existing key counts as an execution, whatever its result. The API key in the path must be the same as in the `Authorization` header.
         */
        get: operations["getApiKeyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Users
         * @description Returns the users of a project that match all given filters, newest last. `chat_id`, `user_key` and `identifier` compare the whole text, so `users` then holds at most one user; if several keys are linked to one device, the newest. `search` finds a part of a text. `from` and `until` select a page of the matching users: 100 users by default, 1,000 at most, none after the last one.
         */
        get: operations["getUsers"];
        put?: never;
        /**
         * Create User/Key
         * @description Creates a user with a new random key. The body may be empty. Without `identifier` and `chat_id` the key is unassigned: the first device that uses it claims it, and `key_days` start then. With one of them the key counts as claimed. Without `auth_expire` and `key_days` it never expires.
         */
        post: operations["createUser"];
        /**
         * Delete User/Key
         * @description Deletes a key and with it the access of its user. The record of a banned user remains without the key, with the status `banned`, and the device is still refused.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update User
         * @description Changes the given fields and leaves the others unchanged. With `auth_expire` -1 the key never expires.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v3/projects/{project_id}/users/resethwid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset User HWID
         * @description Unlinks all devices from a key. The next device that uses the key is linked to it. `force` ignores the cooldown, disabled resets and an offline license, but not a ban.
         */
        post: operations["resetDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/linkchat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link Chat ID
         * @description Links a chat ID to a key. An unassigned key then counts as claimed, so its `key_days` start.
         */
        post: operations["linkChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/blacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blacklist User
         * @description Bans a key and, unless `ban_only_key` is true, the devices linked to it: they are then refused with other keys, too. The status does not change, `banned` becomes 1, and the user gets a new `unban_token`, which Get Users returns. The ban ends at `ban_expire`.
         */
        post: operations["blacklistUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/unban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unban User
         * @description Lifts the ban to which the token belongs. There is no GET variant, so that a link preview cannot lift a ban. If the key of the banned user was deleted, the record is deleted too.
         */
        post: operations["unbanUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue License
         * @description Makes a license file for a computer without a network, from its activation request. The rules are those of a key check, of which it counts as one: an unassigned key is claimed by the device of the request. A key that is linked to another device is moved with `move`.
         */
        post: operations["issueLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Devices
         * @description Returns the devices that are linked to a key, and how its user can move it. A move links a new device in the place of another one.
         */
        get: operations["getDevices"];
        put?: never;
        post?: never;
        /**
         * Release Device
         * @description Unlinks one device from a key, and leaves its others. It counts as a reset, and is refused like one: `force` ignores the cooldown, disabled resets and an offline license, but not a ban. With `if_version`, only if the key has not changed.
         */
        delete: operations["releaseDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Project Settings
         * @description Returns the settings of a project: for its keys and its trials, and for the apps that check them.
         */
        get: operations["getProjectSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update Project Settings
         * @description Changes the given settings of a project. They hold for all its keys without limits of their own. A lower limit unlinks no device: it holds for new ones. An app learns other features with its next check. A trial that runs keeps its end.
         */
        patch: operations["updateProjectSettings"];
        trace?: never;
    };
    "/v3/projects/{project_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Keys
         * @description Returns a page of the keys that match, with their number. Pages follow each other by `cursor`; `from` jumps to a position. The count is exact without a filter, up to 10,000 with one, and up to 4,000 with a search.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create Keys
         * @description Creates unassigned keys: all of them or, when it is refused, none.
         */
        post: operations["createKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/keys/lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find Keys
         * @description Returns the records of up to 5,000 keys, such as those of an e-mail or a file. Changes nothing. SECURITY: a POST, because addresses are logged.
         */
        post: operations["findKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/keys/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import Keys
         * @description Creates up to 1,000 keys that were issued elsewhere. Those that the project has already stay as they are, or with `fill` get what they lack. A request may be repeated, so an import that was interrupted is sent again.
         */
        post: operations["importKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/keys/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change Keys
         * @description Does the same with many keys: `extend` adds days, `note` writes the note that customers see or the vendor note, `terms` changes the features, the end of the updates and whether a key is perpetual, `ban` and `unban` (of a key with its devices, or of one of them), `reset` unlinks the device. Changes at most 5,000 keys. With a filter, `next_cursor` continues with the rest of the keys that matched at the first request.
         */
        post: operations["changeKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/keys/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete Keys
         * @description Deletes many keys, as Delete User/Key does. Otherwise like Change Keys. A filter leaves perpetual keys whose end has passed, because they still work (`STILL_WORKS`). A key that was deleted by a request with the same `request_id` is reported as `NO_SUCH_KEY`.
         */
        post: operations["deleteKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/keys/one": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Key
         * @description Returns one key, by its `id` or its `user_key`, with what decides whether it works.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Delete Key
         * @description Deletes one key, as Delete User/Key does, if it has not changed.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        /**
         * Change Key
         * @description Changes one key and returns it: the actions of Change Keys, `expire` sets the end, and `link` links a chat ID. With `if_version`, two people who change one key see each other’s change.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/v3/projects/{project_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Events
         * @description Returns what happened to the keys, the scripts and the settings of a project, and to its account. All given filters must match. A page has 100 events by default, 1,000 at most; `next_cursor` of its answer is the `cursor` of the next one. A change of many keys, or an import, is one event with the subject `keys`; `key_id` and `bulk` list the events of its keys. A refusal is recorded at most once a minute for the same key and code, and the last 50 of each key are kept. Old events are deleted, after 400 days by default.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Overview
         * @description Returns the counts of a project that the console plots: key checks, blocked attacks and refusals by hour, active users by day, keys by state, keys by the hour of their end, and what the plan of the account limits. Everything is counted when it happens, so the answer takes the same time for any number of keys. Refusals and active users are counted since the service has this endpoint.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Scripts
         * @description Returns the scripts of a project with all their settings, and the last update of each. After an upload that broke off, it shows whether an update began, and whether `script_version` changed.
         */
        get: operations["listScripts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/scripts/{script_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update Script
         * @description Replaces the source of a script and changes the given settings. With `use_reactor` the update is processed in the background, and `track_progress` is the track ID for Get Update Progress. After a 504 the upload may still have been accepted: check whether `script_version` changed before you try again.
         */
        put: operations["updateScript"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Update Progress
         * @description Returns the progress of an update in the background. Request it every few seconds until `status` is no longer `processing`. Every status other than `processing` and `completed` is a failure, with the reason in `message`. A completed update can still have failed: see `result`.
         */
        get: operations["getUpdateProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/scripts/{script_id}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load Script
         * @description Delivers the protected script to a licensed caller, or to anyone if Free for All is on. The rules are those of the key check: a decided request is answered with 200 whatever its `code`, and counts as an execution of the key. With a `content-digest` (RFC 9530, SHA-256), the answer has the signature of a key check.
         */
        post: operations["loadScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/scripts/{script_id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Heartbeat
         * @description Called by a running script whose heartbeat is on, to check whether the license is still valid. Does not count as an execution.
         */
        post: operations["beatScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status
         * @description Returns the state of the service and the version of its API. Also answers while the database is unavailable, with `active` false.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sync
         * @description The first step of a key check. Returns the time of the service, and the nodes, of which the client selects one at random.
         */
        get: operations["sync"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_check_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * External key check
         * @description The second step of a key check, sent to a node. A decided check is answered with 200 whatever its `code`. Only an answer with `KEY_VALID` means a valid key; it has a `signature`, which the client must verify. A decided answer also has an HTTP message signature (RFC 9421, label `latchkey`) by a key that only the service has; the request header `latchkey-public-keys` names the keys that the client knows. The User-Agent must be one that the project allows.
         */
        get: operations["checkKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_move_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move Key
         * @description Links the device of the request in the place of the one that was used least recently. Where a key check would be valid, it is one. Decided, signed and answered like a key check, and counts as an execution and as a reset. Refused with `MOVE_DISABLED`, `MOVE_ON_COOLDOWN`, `MOVE_LIMIT_REACHED` or `OFFLINE_LICENSE_ACTIVE`, or as a key check is; the message says when a move is possible.
         */
        post: operations["moveKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Own Devices
         * @description Lists the devices of a key for its user, also on a device that is not linked. Sent like a key check, but counts no execution. Refused with `MOVE_DISABLED` for a key that cannot have several devices and cannot be moved, or as a key check is.
         */
        get: operations["listOwnDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_release_device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release Own Device
         * @description Unlinks a device from a key for its user, also on a device that is not linked. Sent like a key check, but counts no execution; it counts as a move and as a reset, and is refused like a move. `DEVICE_NOT_FOUND`: the key is not linked to this device.
         */
        post: operations["releaseOwnDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_name_device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name Own Device
         * @description Gives the device of the request a name, which its user sees in the list of devices. Sent like a key check, but counts no execution. `DEVICE_NOT_FOUND`: the device is not linked to the key.
         */
        post: operations["nameOwnDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Offer
         * @description Returns whether an app can start a trial. Writes nothing, and counts no execution. The answer has an HTTP message signature, as that of a key check. The User-Agent must be one that the project allows.
         */
        get: operations["getOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start Trial
         * @description Gives a device the key of its trial: a new one, or while its trial runs the same one again. Decided, signed and answered like a check of that key, and counts as an execution of it. The key is the member `key` of the signed header `latchkey-license`. Refused with `TRIAL_NOT_OFFERED`, `TRIAL_USED`, `TRIAL_LIMIT_REACHED` or `TRIAL_DEVICE_WEAK`, or as a key check is.
         */
        post: operations["startTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sample plant create
         * @description Returns the given plant without its ID. A sample for testing a client: nothing is stored.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKeyDetails: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message: string;
            email: string;
            /** @description Empty when none is linked. */
            chat_id: string;
            /** @description Unix seconds; -1: the API key does not expire. */
            expires_at: number;
            /** @description Unix seconds. */
            registered_at: number;
            /** @description A plan code. */
            plan: string;
            /** @description 1: the API key is enabled. 0: it is disabled. */
            enabled: number;
            /** @description Every project of the account. */
            projects: components["schemas"]["Project"][];
        };
        /** @description Solve it, and repeat the request with `x-challenge-token: token:counter`. */
        Challenge: {
            /** @constant */
            algorithm: "sha256";
            /** @description Opaque; returned with the solution. */
            token: string;
            /** @description The minimum number of leading zero bits of the SHA-256 of `token:counter`. */
            difficulty: number;
        };
        Done: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message: string;
        };
        Heartbeat: {
            /** @description A code of the key check: `KEY_VALID`, or the reason of the refusal. */
            code: string;
            /** @description For display to the user, as plain text. */
            message: string;
            /** @description Present only with `KEY_VALID`. The script verifies it. */
            proof?: string;
        };
        LoadedScript: {
            /** @description A code of the key check: `KEY_VALID`, or the reason of the refusal. */
            code: string;
            /** @description For display to the user, as plain text. */
            message: string;
            data?: {
                note: string;
                total_executions: number;
                auth_expire: number;
            };
            /** @description The script. Present only with `KEY_VALID`, and only if it is not sealed. */
            script?: string;
            sealed?: {
                /** @description The ephemeral public key of the service: an uncompressed P-256 point. */
                public_key: string;
                iv: string;
                /** @description The ciphertext, followed by the authentication tag. */
                text: string;
            };
            /** @description The session for the heartbeats of this run. */
            session?: string;
            /** @description HMAC-SHA-256 in hex, keyed with the third shared secret, of the nonce, the script ID and the script, separated by line feeds. */
            signature?: string;
        };
        NewPlant: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The type of the plant. */
            tag?: string;
        };
        Plant: {
            name: string;
            /** @description The type of the plant. */
            tag?: string;
        };
        PlantStoreError: {
            /**
             * Format: int32
             * @description The HTTP status.
             */
            error: number;
            message: string;
        };
        Project: {
            /** @description The platform of the project. */
            platform: string;
            id: string;
            name: string;
            settings: {
                /** @description Seconds between two device resets. 0: no cooldown. -1: resets are disabled. */
                reset_hwid_cooldown: number;
            };
            scripts: components["schemas"]["Script"][];
        };
        Refused: {
            /** @constant */
            success: false;
            /** @description The reason as a sentence for people. */
            message: string;
            challenge?: components["schemas"]["Challenge"];
        };
        Script: {
            script_name: string;
            script_id: string;
            /** @description A zero-padded number that increases with every successful update. */
            script_version: string;
            /** @description Free for All: anyone may run the script, without a key. */
            ffa: boolean;
            /** @description Turns off the output of the protection layer. Not recommended. */
            silent: boolean;
        };
        ScriptProgress: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /**
             * @description `processing` or `completed`; any other value is a failure.
             * @example processing
             * @example completed
             * @example failed
             */
            status: string;
            /** @description The reason of a failure. */
            message: string;
            /**
             * @description The current stage.
             * @example parsing
             * @example obfuscating
             * @example completed
             */
            reactor_status: string;
            /** @description Present if `status` is `completed`. A completed update can still have failed. */
            result?: {
                /** @description Whether the request succeeded. */
                success: boolean;
                /** @description The result as a sentence for people. */
                message: string;
            };
        };
        ScriptUpdated: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message?: string;
            /** @description The track ID, if the update is processed in the background. */
            track_progress?: string;
        };
        Status: {
            /** @description The version of the API. */
            version: string;
            /** @description false: requests that need the database cannot be answered. */
            active: boolean;
            message: string;
            /** @description Whether `warning_message` holds a warning. */
            warning: boolean;
            /** @description Empty without a warning. */
            warning_message: string;
        };
        UsageStatistics: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message: string;
            execution_data: {
                /** @description The seconds that each value covers: 3600. */
                frequency: number;
                /** @description The last 168 values, oldest first. The last value is the current hour. */
                executions: number[];
            };
            stats: {
                /** @description Obfuscations used since the last reset. */
                obfuscations: number;
                /** @description The number of scripts. */
                scripts: number;
                /** @description The number of users. */
                users: number;
                /** @description The number of key checks with a bad signature, a repeated nonce or a time outside of the window. */
                attacks_blocked: number;
                /** @description The limits of the plan. */
                default: {
                    scripts: number;
                    users: number;
                    obfuscations: number;
                };
                /** @description Unix seconds at which `obfuscations` is reset to 0. */
                reset_at: number;
                /** @description Omitted with `noUsers`. */
                users_detail?: {
                    /** @description The number of users that are not banned. */
                    whitelisted: number;
                    /** @description The number of banned users. */
                    banned: number;
                };
            };
        };
        User: {
            /** @description The license key; empty for a banned user whose key was deleted. */
            user_key: string;
            /** @description The device ID of the first linked device; empty when none is linked. */
            identifier: string;
            /** @description Such as `HWID`. */
            identifier_type: string;
            /** @description Empty when none is linked. */
            chat_id: string;
            /**
             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
             * @enum {unknown}
             */
            status: "active" | "reset" | "banned";
            /** @description Unix seconds of the last device reset; 0: never. */
            last_reset: number;
            total_resets: number;
            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
            auth_expire: number;
            /** @enum {unknown} */
            banned: 0 | 1;
            ban_reason: string;
            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
            ban_expire: number;
            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
            unban_token: string;
            total_executions: number;
            note: string;
            /** @description The banned address; empty when none. */
            ban_ip: string;
        };
        UserCreated: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message: string;
            /** @description The new license key. */
            user_key: string;
        };
        UserList: {
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description The result as a sentence for people. */
            message: string;
            users: components["schemas"]["User"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getApiKeyDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The same API key as in the `Authorization` header. */
                api_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDetails"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the request has no API key; or when the API key is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getApiKeyStats: {
        parameters: {
            query?: {
                /** @description true: omits `users_detail`, which may be slightly faster. */
                noUsers?: boolean;
            };
            header?: never;
            path: {
                /** @description The same API key as in the `Authorization` header. */
                api_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageStatistics"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** @description The user linked to this chat ID. */
                chat_id?: string;
                /** @description The user of this key. */
                user_key?: string;
                /** @description The user linked to this device, as the first or a further one. */
                identifier?: string;
                /** @description The position of the first user, zero-based, included. 0 by default. */
                from?: number;
                /** @description The position after the last user. By default `from` plus 100, at most `from` plus 1,000. */
                until?: number;
                /** @description Users whose `identifier`, `user_key`, `chat_id` or `note` contains this text. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The device to link. Empty: none. */
                    identifier?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the key expires; -1: never. Without `identifier` and `chat_id`, the time until then becomes `key_days`. Takes precedence over `key_days`. 0 is ignored.
                     */
                    auth_expire?: number;
                    /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                    note?: string;
                    /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                    vendor_note?: string;
                    /** @description The chat ID to link. Empty: none. */
                    chat_id?: string;
                    /** @description The number of days of 86,400 seconds that the key is valid after its claim. */
                    key_days?: number;
                    /** @description How many devices the key can have, from 1; -1: as in its project. */
                    max_devices?: number;
                    /** @description How many moves and releases the user can do in 365 days; 0: none; -1: as in its project. */
                    moves_per_year?: number;
                    /** @description The features of the key, beside those of its project: names of 1 to 32 of a to z, 0 to 9 and -. Only apps with a public key read them. */
                    features?: string[];
                    /** @description Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are. */
                    updates_until?: number;
                    /** @description true: after its end the key goes on working, for the versions of the app that were built before. */
                    perpetual?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserCreated"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when another user of the project has this chat ID; or when the plan allows no more users; or when the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query: {
                /** @description The license key. */
                user_key: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project; or when the project has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description Links another device in the place of the first. Empty: unlinks all devices. */
                    identifier?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the key expires; -1: never. 0 is ignored.
                     */
                    auth_expire?: number;
                    /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                    note?: string;
                    /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                    vendor_note?: string;
                    /** @description Links another chat ID. Empty: unlinks it. */
                    chat_id?: string;
                    /**
                     * @description false: makes a trial an ordinary key with the limits of its project. It keeps its end, unless `auth_expire` is given.
                     * @constant
                     */
                    trial?: false;
                    /** @description How many devices the key can have, from 1; -1: as in its project. */
                    max_devices?: number;
                    /** @description How many moves and releases the user can do in 365 days; 0: none; -1: as in its project. */
                    moves_per_year?: number;
                    /** @description The features of the key, beside those of its project: names of 1 to 32 of a to z, 0 to 9 and -. Only apps with a public key read them. */
                    features?: string[];
                    /** @description Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are. */
                    updates_until?: number;
                    /** @description true: after its end the key goes on working, for the versions of the app that were built before. */
                    perpetual?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when another user of the project has this chat ID; or when the project has no such key; or when the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    resetDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description true: ignores the cooldown, disabled resets and an offline license. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the device has an offline license, which it can use until a date in the message, and `force` is not true (`OFFLINE_LICENSE_ACTIVE`); or when the key is on cooldown and `force` is not true; or when resets are disabled for the project and `force` is not true; or when the user is banned. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the project has no such key; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
        };
    };
    linkChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description 1 to 64 letters, digits or `_ . : -`. */
                    chat_id: string;
                    /** @description true: replaces the present chat ID of the key. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the key already has a chat ID and `force` is not true; or when another key is linked to the same chat ID; or when the chat ID is not 1 to 64 letters, digits or `_ . : -`; or when the project has no such key; or when the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    blacklistUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description Shown to the user. */
                    ban_reason?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the ban ends. -1 or omitted: a permanent ban.
                     */
                    ban_expire?: number;
                    /** @description true: bans the key alone, so its devices can use other keys. Otherwise they are banned, too. */
                    ban_only_key?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when `ban_expire` is in the past. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the project has no such key; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    unbanUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token from Get Users. */
                    unban_token: string;
                    /** @description true: the key stays banned, and its devices can use other keys again. Otherwise both are lifted. */
                    unban_only_devices?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when `unban_only_devices` is true, and only the key is banned. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when no active ban has this token; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    issueLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text of an activation request, also with other text around it. */
                    request: string;
                    /** @description The number of days of 86,400 seconds. The license ends with the key at the latest. */
                    days: number;
                    /** @description true: moves a key that is linked to another device, as a reset does. */
                    move?: boolean;
                    /** @description true: moves it also on cooldown, where resets are disabled, and while the other device has an offline license. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The license file: a JWS in compact form (RFC 7515, EdDSA). */
                        license: string;
                        /** @description Unix seconds at which the license ends. */
                        expires_at: number;
                        /** @description The key of the request. */
                        user_key: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when `request` has no activation request, several, or a damaged one; or when the request is from another app, or its signature is wrong; or when the app has none of the public keys in use; or when the key has expired, or the key or the device is banned; or when the key is a trial (`TRIAL_KEY`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the project has no such key; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the key is linked to another device, and `move` is not true (`KEY_HWID_LOCKED`); or when the key cannot be moved without `force` (`RESET_ON_COOLDOWN`, `RESETS_DISABLED`, `OFFLINE_LICENSE_ACTIVE`). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `OFFLINE_LICENSE_ACTIVE`. */
                        code?: string;
                    };
                };
            };
        };
    };
    getDevices: {
        parameters: {
            query?: {
                /** @description The `id` of the record. */
                id?: string;
                /** @description Instead of `id`: the license key. Proxies may log the addresses of requests. */
                user_key?: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The first linked one first. */
                        devices: {
                            id: string;
                            name: string;
                            /** @description The device ID. */
                            identifier: string;
                            linked_at: number;
                            used_at: number;
                        }[];
                        max_devices: number;
                        /** @description 0: users cannot move the key. */
                        moves_per_year: number;
                        /** @description The moves and releases that are left in the last 365 days. */
                        moves_left: number;
                        /** @description Unix seconds from which the next move is possible; 0: now, or never without moves. */
                        move_from: number;
                        /**
                         * @description What the next move waits for; empty when `move_from` is 0.
                         * @enum {unknown}
                         */
                        move_waits: "" | "cooldown" | "limit" | "offline";
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when not exactly one of `id` and `user_key` is given. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the project has no such key; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
        };
    };
    releaseDevice: {
        parameters: {
            query: {
                /** @description The `id` of the record. */
                id?: string;
                /** @description Instead of `id`: the license key. Proxies may log the addresses of requests. */
                user_key?: string;
                /** @description The `version` of the record that the person saw. Refused if it has changed. */
                if_version?: string;
                /** @description The `id` of the device in Get Devices. */
                device: string;
                /** @description true: ignores the cooldown, disabled resets and an offline license. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the device has an offline license, which it can use until a date in the message, and `force` is not true (`OFFLINE_LICENSE_ACTIVE`); or when the key is on cooldown and `force` is not true (`RESET_ON_COOLDOWN`); or when resets are disabled for the project and `force` is not true (`RESETS_DISABLED`); or when the user is banned (`USER_BANNED`); or when not exactly one of `id` and `user_key` is given. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the key is not linked to this device (`NO_SUCH_DEVICE`); or when the project has no such key; or when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the record has another version than `if_version` (`CHANGED_MEANWHILE`); `key` is the record now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
        };
    };
    getProjectSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description Seconds between two device resets or moves. 0: no cooldown. -1: both are disabled. */
                        reset_hwid_cooldown: number;
                        /** @description How many devices a key can have. */
                        max_devices: number;
                        /** @description How many moves and releases the user of a key can do in 365 days. 0: none. */
                        moves_per_year: number;
                        /** @description How many days a trial lasts. 0: no trial is offered. */
                        trial_days: number;
                        /** @description Whether a device that is hard to tell from others gets a trial, too. */
                        trial_weak_devices: boolean;
                        /** @description How many trials can start in a day (UTC). */
                        trials_per_day: number;
                        /** @description How many trials can start in a day from one IPv4 address or one /64 of IPv6. */
                        trials_per_address: number;
                        /** @description How many days after its end the key of a trial is deleted. The hash of its device ID stays. */
                        trial_kept_days: number;
                        /** @description The features of all keys of the project, beside their own. */
                        features: string[];
                        /** @description The name of the project, for people. */
                        name: string;
                        /** @description What the app sends as `by`. */
                        app_name: string;
                        /** @description The app sends the device ID again in the header `{executor}-fingerprint`. */
                        executor: string;
                        /** @description Whether key checks are answered. The operator of the service decides it. */
                        approved: boolean;
                        /** @description The User-Agents that may check keys. A `*` at the end of an entry matches every continuation. */
                        user_agents: string[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    updateProjectSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Seconds between two device resets or moves. 0: no cooldown. -1: both are disabled. */
                    reset_hwid_cooldown?: number;
                    /** @description How many devices a key can have. */
                    max_devices?: number;
                    /** @description How many moves and releases the user of a key can do in 365 days. 0: none. */
                    moves_per_year?: number;
                    /** @description The User-Agents that may check keys. A `*` at the end of an entry matches every continuation. Printable ASCII, without spaces at the ends. */
                    user_agents?: string[];
                    /** @description How many days a trial lasts. 0: no trial is offered. */
                    trial_days?: number;
                    /** @description Whether a device that is hard to tell from others gets a trial, too. */
                    trial_weak_devices?: boolean;
                    /** @description How many trials can start in a day (UTC). */
                    trials_per_day?: number;
                    /** @description How many trials can start in a day from one IPv4 address or one /64 of IPv6. */
                    trials_per_address?: number;
                    /** @description How many days after its end the key of a trial is deleted. The hash of its device ID stays. */
                    trial_kept_days?: number;
                    /** @description The features of all keys of the project, beside their own. */
                    features?: string[];
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description Seconds between two device resets or moves. 0: no cooldown. -1: both are disabled. */
                        reset_hwid_cooldown: number;
                        /** @description How many devices a key can have. */
                        max_devices: number;
                        /** @description How many moves and releases the user of a key can do in 365 days. 0: none. */
                        moves_per_year: number;
                        /** @description How many days a trial lasts. 0: no trial is offered. */
                        trial_days: number;
                        /** @description Whether a device that is hard to tell from others gets a trial, too. */
                        trial_weak_devices: boolean;
                        /** @description How many trials can start in a day (UTC). */
                        trials_per_day: number;
                        /** @description How many trials can start in a day from one IPv4 address or one /64 of IPv6. */
                        trials_per_address: number;
                        /** @description How many days after its end the key of a trial is deleted. The hash of its device ID stays. */
                        trial_kept_days: number;
                        /** @description The features of all keys of the project, beside their own. */
                        features: string[];
                        /** @description The name of the project, for people. */
                        name: string;
                        /** @description What the app sends as `by`. */
                        app_name: string;
                        /** @description The app sends the device ID again in the header `{executor}-fingerprint`. */
                        executor: string;
                        /** @description Whether key checks are answered. The operator of the service decides it. */
                        approved: boolean;
                        /** @description The User-Agents that may check keys. A `*` at the end of an entry matches every continuation. */
                        user_agents: string[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Keys whose `identifier`, `user_key`, `chat_id`, `note` or `vendor_note` contains this text. A to Z equal a to z. A text of one or two characters is only looked for in the newest 10,000 keys. When nothing contains the text, it is taken for an imported key of another form. */
                search?: string;
                /** @description Keys in this state. Several are separated by commas: `active,unused`. */
                state?: string;
                /** @description true: trials alone. false: keys that are no trials. */
                trial?: boolean;
                /** @description Unix seconds. Keys that end at this second or later. Keys without an end do not match. */
                ends_after?: number;
                /** @description Unix seconds. Keys that end before this second. */
                ends_before?: number;
                /** @description `created` by default. `ends`: those without an end count as the last. When more than 10,000 keys match, only `created` and `ends`; when a search finds more than 4,000, only `created`. */
                sort?: "created" | "ends" | "last_reset" | "executions";
                /** @description `desc` by default: newest, latest or most first. */
                order?: "asc" | "desc";
                /** @description The number of keys in the answer, at most. 100 by default. */
                limit?: number;
                /** @description `next_cursor` of the answer before, with the same filter and order: the page after it. It is not affected by keys that were created or deleted meanwhile. */
                cursor?: string;
                /** @description Instead of `cursor`: the position of the first key, zero-based. For a jump in the list. */
                from?: number;
                /** @description true: counts all matching keys, which may take a second in a large list. */
                exact?: boolean;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        keys: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        }[];
                        /** @description For the next page; empty after the last key. */
                        next_cursor: string;
                        /** @description The number of matching keys. */
                        count: number;
                        /** @description false: at least `count` keys match; see `exact`. */
                        count_is_exact: boolean;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when both `cursor` and `from` are given, or the `cursor` is not one of this list; or when too many keys match for this `sort` (`TOO_MANY_TO_SORT`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    createKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The number of keys. */
                    count: number;
                    /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                    note?: string;
                    /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                    vendor_note?: string;
                    /** @description The number of days of 86,400 seconds that a key is valid after its claim. */
                    key_days?: number;
                    /**
                     * Format: int32
                     * @description Unix seconds; -1: never. The time until then becomes `key_days`, as in Create User/Key. Takes precedence over `key_days`. 0 is ignored.
                     */
                    auth_expire?: number;
                    /** @description A random text. The same request with it returns the same keys again, and creates none. */
                    request_id?: string;
                    /** @description The features of the key, beside those of its project: names of 1 to 32 of a to z, 0 to 9 and -. Only apps with a public key read them. */
                    features?: string[];
                    /** @description Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are. */
                    updates_until?: number;
                    /** @description true: after its end the key goes on working, for the versions of the app that were built before. */
                    perpetual?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The new license keys. */
                        user_keys: string[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the plan allows fewer users (`PLAN_LIMIT`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    findKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license keys to look for. */
                    user_keys: string[];
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        keys: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        }[];
                        /** @description Those that the project does not have. */
                        unknown: string[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    importKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keys: {
                        /** @description The key. One that has 32 letters, without its spaces and dashes, is taken as it is. Another one of 6 to 128 characters is stored as its alias of 32 letters, which apps with `LATCHKEY_OTHER_KEYS` derive from what their user types. */
                        user_key: string;
                        /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                        note?: string;
                        /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                        vendor_note?: string;
                        /**
                         * Format: int32
                         * @description Unix seconds at which the key expires, whenever it is claimed. -1, 0 or omitted: never, or `key_days` after its claim.
                         */
                        auth_expire?: number;
                        /** @description The number of days of 86,400 seconds that a key without `auth_expire` is valid after its claim. */
                        key_days?: number;
                        /** @description A device that is linked at once. */
                        identifier?: string;
                        /** @description How many devices the key can have, from 1; -1: as in its project. */
                        max_devices?: number;
                        /** @description The key is created banned, with this reason: it was refunded or disabled elsewhere. Its customer can read the reason. Its device is banned, too. */
                        ban_reason?: string;
                    }[];
                    /** @description A text for the whole import, such as a hash of its file. A key that was created with it counts as created when a request is repeated. */
                    request_id?: string;
                    /** @description true: changes nothing, and answers the same. */
                    dry_run?: boolean;
                    /** @description true: fills what is empty of keys that the project has already, and compares their bans. Nothing that is set is replaced. Otherwise they stay as they are. */
                    fill?: boolean;
                    /** @description true, with `fill`: stops keys of the project that work. One with a `ban_reason` here is banned, and one without an end gets an `auth_expire` that has passed. */
                    ban_existing?: boolean;
                    /** @description true, with `fill`: lifts the bans of keys of the project that have no `ban_reason` here. */
                    unban_existing?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The number of keys that this request created, or would create. Without those that an earlier request with the same `request_id` created. */
                        created: number;
                        /** @description One for each of `keys`, in their order. */
                        results: {
                            /** @description The license key; empty with `KEY_UNUSABLE`. */
                            user_key: string;
                            /** @description Whether the license key is the alias of a key of another form. */
                            alias: boolean;
                            /** @description Empty: created, also by an earlier request with this `request_id`. Otherwise why it was not: `KEY_EXISTS`, `KEY_TWICE` (earlier in this request), `KEY_UNUSABLE` (too short or too long) or `PLAN_LIMIT`. With `fill` also `KEY_WORKS_HERE` (the project has it, and it stays working although it has a `ban_reason` or has ended) and `KEY_BANNED_HERE` (the project has it, and it stays banned although it has none). */
                            code: string;
                            /** @description What this request changed of a key that the project has, or would change: `note`, `vendor_note`, `auth_expire`, `max_devices`, `identifier`, `ended` (its end, which has passed), `banned`, `unbanned`. Absent: nothing. */
                            changed?: string[];
                        }[];
                        /** @description How many more keys the plan allows after this request; -1: any number. */
                        keys_left: number;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    changeKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to do with each key.
                     * @enum {unknown}
                     */
                    action: "extend" | "note" | "terms" | "ban" | "unban" | "reset";
                    /** @description These keys. Otherwise those that match the filter. */
                    user_keys?: string[];
                    /** @description Keys whose `identifier`, `user_key`, `chat_id`, `note` or `vendor_note` contains this text. A to Z equal a to z. A text of one or two characters is only looked for in the newest 10,000 keys. When nothing contains the text, it is taken for an imported key of another form. */
                    search?: string;
                    /** @description Keys in this state. Several are separated by commas: `active,unused`. */
                    state?: string;
                    /** @description true: trials alone. false: keys that are no trials. */
                    trial?: boolean;
                    /** @description Unix seconds. Keys that end at this second or later. Keys without an end do not match. */
                    ends_after?: number;
                    /** @description Unix seconds. Keys that end before this second. */
                    ends_before?: number;
                    /** @description With a filter, required without `cursor`: the number of keys that must match. */
                    expected_count?: number;
                    /** @description With a filter: `next_cursor` of the answer before. */
                    cursor?: string;
                    /** @description A random text. A request that is repeated with it changes no key a second time, as long as no other request for many keys has changed it. */
                    request_id?: string;
                    /** @description For `extend`. An expired key is valid for so long from now on. A key whose countdown has not started gets more days. A key that never expires does not change. */
                    days?: number;
                    /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                    note?: string;
                    /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                    vendor_note?: string;
                    /** @description For `note`. true: adds a line to each note that is given. Otherwise it is replaced. */
                    append?: boolean;
                    /** @description For `terms`: the features from now on. */
                    features?: string[];
                    /** @description For `terms`: features that are added. */
                    add_features?: string[];
                    /** @description For `terms`: features that are taken away. */
                    remove_features?: string[];
                    /** @description Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are. */
                    updates_until?: number;
                    /** @description true: after its end the key goes on working, for the versions of the app that were built before. */
                    perpetual?: boolean;
                    /** @description For `ban`. Shown to the user. */
                    ban_reason?: string;
                    /**
                     * Format: int32
                     * @description For `ban`. Unix seconds at which it ends. -1 or omitted: a permanent ban.
                     */
                    ban_expire?: number;
                    /** @description true: bans the key alone, so its devices can use other keys. Otherwise they are banned, too. */
                    ban_only_key?: boolean;
                    /** @description true: the key stays banned, and its devices can use other keys again. Otherwise both are lifted. */
                    unban_only_devices?: boolean;
                    /** @description For `reset`: ignores the cooldown, disabled resets and an offline license. For `link`: replaces the present chat ID. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The number of keys that are now as wanted, also by an earlier request with the same `request_id`. */
                        changed: number;
                        /** @description The keys that were not changed. */
                        unchanged: {
                            /** @description The key; cut off after 64 characters. */
                            user_key: string;
                            /** @description Why the key was not changed, for programs: `NO_SUCH_KEY`, `NEVER_EXPIRES`, `NOTE_TOO_LONG`, `TOO_MANY_FEATURES`, `STILL_WORKS`, `NOT_BANNED`, `DEVICES_NOT_BANNED`, `USER_BANNED`, `RESETS_DISABLED`, `RESET_ON_COOLDOWN` or `OFFLINE_LICENSE_ACTIVE`. */
                            code: string;
                            /** @description The same as a sentence for people. */
                            message: string;
                        }[];
                        /** @description With a filter: for the next request, as long as keys remain. Empty when all are done. */
                        next_cursor: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the action needs a field that is missing; or when there is neither `user_keys` nor a filter with `expected_count`, or both; or when the `cursor` is not one of this endpoint. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when another number of keys matches the filter (`COUNT_CHANGED`). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    deleteKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description These keys. Otherwise those that match the filter. */
                    user_keys?: string[];
                    /** @description Keys whose `identifier`, `user_key`, `chat_id`, `note` or `vendor_note` contains this text. A to Z equal a to z. A text of one or two characters is only looked for in the newest 10,000 keys. When nothing contains the text, it is taken for an imported key of another form. */
                    search?: string;
                    /** @description Keys in this state. Several are separated by commas: `active,unused`. */
                    state?: string;
                    /** @description true: trials alone. false: keys that are no trials. */
                    trial?: boolean;
                    /** @description Unix seconds. Keys that end at this second or later. Keys without an end do not match. */
                    ends_after?: number;
                    /** @description Unix seconds. Keys that end before this second. */
                    ends_before?: number;
                    /** @description With a filter, required without `cursor`: the number of keys that must match. */
                    expected_count?: number;
                    /** @description With a filter: `next_cursor` of the answer before. */
                    cursor?: string;
                    /** @description A random text. A request that is repeated with it changes no key a second time, as long as no other request for many keys has changed it. */
                    request_id?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The number of keys that are now as wanted, also by an earlier request with the same `request_id`. */
                        changed: number;
                        /** @description The keys that were not changed. */
                        unchanged: {
                            /** @description The key; cut off after 64 characters. */
                            user_key: string;
                            /** @description Why the key was not changed, for programs: `NO_SUCH_KEY`, `NEVER_EXPIRES`, `NOTE_TOO_LONG`, `TOO_MANY_FEATURES`, `STILL_WORKS`, `NOT_BANNED`, `DEVICES_NOT_BANNED`, `USER_BANNED`, `RESETS_DISABLED`, `RESET_ON_COOLDOWN` or `OFFLINE_LICENSE_ACTIVE`. */
                            code: string;
                            /** @description The same as a sentence for people. */
                            message: string;
                        }[];
                        /** @description With a filter: for the next request, as long as keys remain. Empty when all are done. */
                        next_cursor: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when there is neither `user_keys` nor a filter with `expected_count`, or both; or when the `cursor` is not one of this endpoint. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when another number of keys matches the filter (`COUNT_CHANGED`). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `COUNT_CHANGED` or `PLAN_LIMIT`. */
                        code?: string;
                        /** @description With `COUNT_CHANGED`: the number of keys that match now. */
                        count?: number;
                    };
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: {
                /** @description The `id` of the record. */
                id?: string;
                /** @description Instead of `id`: the license key. Proxies may log the addresses of requests. */
                user_key?: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        key: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                        device_ban?: {
                            /** @description The `id` of the banned record. */
                            id: string;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban. */
                            ban_expire: number;
                            /** @description Whether the banned device is linked to this key. Otherwise this key was last refused on it. */
                            is_linked: boolean;
                        };
                        /** @description Unix seconds from which a reset needs no `force`; 0: now; -1: resets are disabled for the project. */
                        reset_from: number;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when not exactly one of `id` and `user_key` is given. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project; or when the project has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: {
                /** @description The `id` of the record. */
                id?: string;
                /** @description Instead of `id`: the license key. Proxies may log the addresses of requests. */
                user_key?: string;
                /** @description The `version` of the record that the person saw. Refused if it has changed. */
                if_version?: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when not exactly one of `id` and `user_key` is given. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the account has no such project; or when the project has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the record has another version than `if_version` (`CHANGED_MEANWHILE`); `key` is the record now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to do with the key.
                     * @enum {unknown}
                     */
                    action: "extend" | "note" | "terms" | "ban" | "unban" | "reset" | "expire" | "link";
                    /** @description The `id` of the record. */
                    id?: string;
                    /** @description Instead of `id`: the license key. Proxies may log the addresses of requests. */
                    user_key?: string;
                    /** @description The `version` of the record that the person saw. Refused if it has changed. */
                    if_version?: string;
                    /** @description For `extend`. An expired key is valid for so long from now on. A key whose countdown has not started gets more days. A key that never expires does not change. */
                    days?: number;
                    /** @description The public note: the customer sees it in apps that show notes, and in license files. */
                    note?: string;
                    /** @description The vendor note, such as a name, an order or a remark: only the vendor sees it. No key check, license file or other answer to a customer has it. */
                    vendor_note?: string;
                    /** @description For `note`. true: adds a line to each note that is given. Otherwise it is replaced. */
                    append?: boolean;
                    /** @description For `terms`: the features from now on. */
                    features?: string[];
                    /** @description For `terms`: features that are added. */
                    add_features?: string[];
                    /** @description For `terms`: features that are taken away. */
                    remove_features?: string[];
                    /** @description Unix seconds. Versions of the app that were built later are not offered to the user. -1: all are. */
                    updates_until?: number;
                    /** @description true: after its end the key goes on working, for the versions of the app that were built before. */
                    perpetual?: boolean;
                    /** @description For `ban`. Shown to the user. */
                    ban_reason?: string;
                    /**
                     * Format: int32
                     * @description For `ban`. Unix seconds at which it ends. -1 or omitted: a permanent ban.
                     */
                    ban_expire?: number;
                    /** @description true: bans the key alone, so its devices can use other keys. Otherwise they are banned, too. */
                    ban_only_key?: boolean;
                    /** @description true: the key stays banned, and its devices can use other keys again. Otherwise both are lifted. */
                    unban_only_devices?: boolean;
                    /** @description For `reset`: ignores the cooldown, disabled resets and an offline license. For `link`: replaces the present chat ID. */
                    force?: boolean;
                    /**
                     * Format: int32
                     * @description For `expire`: Unix seconds at which the key expires; -1: never.
                     */
                    auth_expire?: number;
                    /** @description For `expire`, instead of `auth_expire`: the number of days that the key is valid after its claim. Only for a key that nobody has claimed. */
                    key_days?: number;
                    /** @description For `link`. Empty: unlinks the present one. */
                    chat_id?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        key: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                        device_ban?: {
                            /** @description The `id` of the banned record. */
                            id: string;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban. */
                            ban_expire: number;
                            /** @description Whether the banned device is linked to this key. Otherwise this key was last refused on it. */
                            is_linked: boolean;
                        };
                        /** @description Unix seconds from which a reset needs no `force`; 0: now; -1: resets are disabled for the project. */
                        reset_from: number;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the action needs a field that is missing; or when not exactly one of `id` and `user_key` is given; or when the rules of the action do not allow it; `code` has the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the account has no such project; or when the project has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the record has another version than `if_version` (`CHANGED_MEANWHILE`); `key` is the record now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        /** @description The reason as a sentence for people. */
                        message: string;
                        challenge?: components["schemas"]["Challenge"];
                        /** @description The reason for programs, such as `CHANGED_MEANWHILE`, or a code of `unchanged` in Change Keys. */
                        code?: string;
                        key?: {
                            /** @description The license key; empty for a banned user whose key was deleted. */
                            user_key: string;
                            /** @description The device ID of the first linked device; empty when none is linked. */
                            identifier: string;
                            /** @description Such as `HWID`. */
                            identifier_type: string;
                            /** @description Empty when none is linked. */
                            chat_id: string;
                            /**
                             * @description `active`: a device is linked. `reset`: the next device that uses the key is linked. `banned`: the user is banned and the key was deleted. A ban does not change the status of an existing key, but sets `banned` to 1.
                             * @enum {unknown}
                             */
                            status: "active" | "reset" | "banned";
                            /** @description Unix seconds of the last device reset; 0: never. */
                            last_reset: number;
                            total_resets: number;
                            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
                            auth_expire: number;
                            /** @enum {unknown} */
                            banned: 0 | 1;
                            ban_reason: string;
                            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
                            ban_expire: number;
                            /** @description The token that lifts the ban; every ban has a new one. Empty when not banned. */
                            unban_token: string;
                            total_executions: number;
                            note: string;
                            /** @description The banned address; empty when none. */
                            ban_ip: string;
                            /** @description Names the record in addresses, without revealing the key. Stays the same when the key is deleted while banned. */
                            id: string;
                            /** @description The ID of the key in Get Events. */
                            key_id: string;
                            /**
                             * @description The first that applies: `banned`; `expired`: its end has passed, but a `perpetual` key still works for the versions built before; `unused`: no device was ever linked, and it was never reset, also if a chat ID is linked; `active`: it works.
                             * @enum {unknown}
                             */
                            state: "active" | "unused" | "expired" | "banned";
                            /** @description Whether only the key is banned, and its devices can use other keys. */
                            ban_only_key: boolean;
                            /** @description Only the vendor sees it. `note` is shown to the customer. */
                            vendor_note: string;
                            /** @description Days that the key is valid after its claim; 0: it was not sold by the day. */
                            key_days: number;
                            /** @description Whether the key is a trial, which an app got by itself. */
                            trial: boolean;
                            /** @description Unix seconds at which the last offline license ends; 0: there was none. */
                            offline_until: number;
                            /** @description Its own features, sorted. Those of its project come on top. */
                            features: string[];
                            /** @description Unix seconds: versions of the app that were built later are not offered. -1: all are. The end of a perpetual key has the same effect. */
                            updates_until: number;
                            /** @description Whether the key goes on working after its end, for the versions of the app that were built before. */
                            perpetual: boolean;
                            /** @description How many devices the key can have; -1: as in its project. */
                            max_devices: number;
                            /** @description How many moves and releases the user can do in 365 days; -1: as in its project. */
                            moves_per_year: number;
                            /** @description Changes whenever something of the record changes, except for its executions. For `if_version`. */
                            version: string;
                        };
                    };
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Events of this key, also of one that was deleted. */
                user_key?: string;
                /** @description Events of the key with this ID, those that belong to a change of many included. */
                key_id?: string;
                /** @description The event of each key of this change of many keys, or of this import. */
                bulk?: string;
                /** @description Events of this kind. */
                kind?: "created" | "linked" | "refused" | "expired" | "reset" | "moved" | "released" | "banned" | "unbanned" | "updated" | "deleted";
                /** @description Events by the person with this e-mail address, or by this actor. */
                by?: string;
                /** @description Unix seconds. Events from this second on. */
                since?: number;
                /** @description Unix seconds. Events before this second. */
                before?: number;
                /** @description `asc` by default: newest last. */
                order?: "asc" | "desc";
                /** @description The number of events in the answer, at most. 100 by default. */
                limit?: number;
                /** @description `next_cursor` of the answer before, with the same filter and order: the page after it. */
                cursor?: string;
                /** @description Instead of `cursor`: the position of the first event, zero-based, included. At most 10,000; `cursor` reaches every page. */
                from?: number;
                /** @description Instead of `limit`: the position after the last event, at most `from` plus 1,000. */
                until?: number;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        events: {
                            /** @description Unix seconds. */
                            at: number;
                            /** @description What happened, such as `linked` or `refused`. */
                            kind: string;
                            /** @description To what: `key`, `keys` (many keys by one change or import), `script`, `project`, `account` or `person`. */
                            subject: string;
                            /** @description The ID of the subject. That of `keys` is their `bulk`. The ID of a key is the first 16 hexadecimal digits of its SHA-256; it stays the same after the key was deleted. */
                            id: string;
                            /** @description The license key. Empty if it was deleted, and for other subjects. */
                            user_key: string;
                            /** @description Why a check was refused; otherwise empty. */
                            code: string;
                            /** @description By whom: `user` (the app or a script), `api-key`, `command-line`, `chat`, `person` (somebody who is signed in to the console), or `service` for what happens by itself. */
                            actor: string;
                            /** @description The e-mail address of the actor `person`. Otherwise absent. */
                            person?: string;
                            /** @description The network of the sender, such as `192.0.2.0/24`. Empty without a sender. */
                            address: string;
                            /** @description The names of the fields of the request. */
                            fields: string[];
                            /** @description The `id` of the key in List Keys and Get Key. Absent when it was deleted. */
                            record?: string;
                            /** @description With the subject `keys`: the number of keys. Otherwise absent. */
                            count?: number;
                            /** @description The ID of the change of many keys, or of the import, that it belongs to. Otherwise absent. */
                            bulk?: string;
                        }[];
                        /** @description For the next page; empty after the last event. */
                        next_cursor: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description Unix seconds of the answer. */
                        at: number;
                        /** @description Each hour of the last week. */
                        hours: {
                            /** @description Unix seconds at which the first value begins, in UTC. */
                            since: number;
                            /** @description Key checks that counted as executions: 168 values. */
                            executions: number[];
                            /** @description Blocked attacks: 168 values. */
                            attacks_blocked: number[];
                        };
                        /** @description Refused key checks by their code, the most frequent first. They are added every four seconds. */
                        refusals: {
                            /** @description Such as `KEY_EXPIRED`. */
                            code: string;
                            /** @description As `hours`: 168 values. */
                            hours: number[];
                        }[];
                        /** @description Each of the last 30 days. */
                        days: {
                            /** @description Unix seconds at which the first value begins, in UTC. */
                            since: number;
                            /** @description Keys with an accepted check on the day, which begins at 00:00 UTC: 30 values. */
                            active_users: number[];
                        };
                        /** @description The number of keys in each state; see List Keys. */
                        keys: {
                            active: number;
                            unused: number;
                            expired: number;
                            banned: number;
                        };
                        /** @description Each hour of the next 32 days. */
                        ends: {
                            /** @description Unix seconds at which the present hour begins. */
                            since: number;
                            /** @description Keys that are not banned and end in the hour: 768 values. */
                            keys: number[];
                        };
                        /** @description The plan of the account. */
                        plan: {
                            /** @description A plan code. */
                            code: string;
                            /** @description Of the account, over all its projects; obfuscations since the last reset. */
                            used: {
                                users: number;
                                scripts: number;
                                obfuscations: number;
                            };
                            /** @description The limits of the plan. 2147483647: no limit. */
                            limits: {
                                users: number;
                                scripts: number;
                                obfuscations: number;
                            };
                            /** @description Unix seconds at which the used obfuscations are reset to 0. */
                            reset_at: number;
                        };
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    listScripts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the request succeeded. */
                        success: boolean;
                        /** @description The result as a sentence for people. */
                        message: string;
                        /** @description The oldest first. */
                        scripts: {
                            script_name: string;
                            script_id: string;
                            /** @description A zero-padded number that increases with every successful update. */
                            script_version: string;
                            /** @description Free for All: anyone may run the script, without a key. */
                            ffa: boolean;
                            /** @description Turns off the output of the protection layer. Not recommended. */
                            silent: boolean;
                            /** @description The running script checks regularly whether the license is still valid. More secure. Recommended. */
                            heartbeat: boolean;
                            /** @description No inline checks inside of loops: faster, but slightly less secure. */
                            lightning: boolean;
                            /** @description Use the v4 loader: the script is delivered encrypted for the requesting loader. */
                            is_v4_loader: boolean;
                            /** @description The update that began last, also one that failed. Absent before the first one. */
                            last_update?: {
                                /** @description Whether the request succeeded. */
                                success: boolean;
                                /**
                                 * @description `processing` or `completed`; any other value is a failure.
                                 * @example processing
                                 * @example completed
                                 * @example failed
                                 */
                                status: string;
                                /** @description The reason of a failure. */
                                message: string;
                                /**
                                 * @description The current stage.
                                 * @example parsing
                                 * @example obfuscating
                                 * @example completed
                                 */
                                reactor_status: string;
                                /** @description Present if `status` is `completed`. A completed update can still have failed. */
                                result?: {
                                    /** @description Whether the request succeeded. */
                                    success: boolean;
                                    /** @description The result as a sentence for people. */
                                    message: string;
                                };
                                /** @description The track ID of the update. */
                                track_progress: string;
                                /** @description Unix seconds. */
                                started_at: number;
                            };
                        }[];
                        /** @description The largest source that Update Script takes, in UTF-8. */
                        max_script_bytes: number;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the request has no API key; or when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    updateScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description A solved challenge, `token:counter`. */
                "x-challenge-token"?: string;
            };
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
                /** @description The ID of one of its scripts. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new source. At most 4 MiB in UTF-8, unless the service is configured otherwise. */
                    script: string;
                    script_name?: string;
                    /** @description Free for All: anyone may run the script, without a key. */
                    ffa?: boolean;
                    /** @description Turns off the output of the protection layer. Not recommended. */
                    silent?: boolean;
                    /** @description The running script checks regularly whether the license is still valid. More secure. Recommended. */
                    heartbeat?: boolean;
                    /** @description No inline checks inside of loops: faster, but slightly less secure. */
                    lightning?: boolean;
                    /** @description Use the v4 loader: the script is delivered encrypted for the requesting loader. */
                    is_v4_loader?: boolean;
                    /** @description true: processes the update in the background; the answer has `track_progress`. */
                    use_reactor?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptUpdated"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the request has no API key; or when the plan allows no more obfuscations. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list; or when the request is challenged: the answer contains a `challenge` to solve. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the account has no such project, or the project has no such script. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is larger than the service accepts; or when the script is too large; trying again does not help. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the update took too long; the upload may still have been accepted. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getUpdateProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
                /** @description The ID of one of its scripts. */
                script_id: string;
                /** @description The `track_progress` of the update. */
                track_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptProgress"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when the request has no API key; or when the account has no such project, or the project has no such script, or the track does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the API key is wrong; or when the API key is disabled or has expired; or when the client's address is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    loadScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the script. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key of the user. */
                    script_key?: string;
                    /** @description The device ID. */
                    hwid?: string;
                    /** @description 16 random letters and digits, new for each request. */
                    nonce: string;
                    /** @description The public key of a v4 loader, required if the script has `is_v4_loader`: an uncompressed P-256 point in base64url, new for each request. The script is encrypted for it. */
                    public_key?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadedScript"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the script does not exist or has no source yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    beatScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the script. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From Load Script. */
                    session: string;
                    /** @description 16 random letters and digits, new for each request. */
                    nonce: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Heartbeat"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the script does not exist or has no source yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    sync: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        st: number;
                        cf: string;
                        nodes: string[];
                    };
                };
            };
        };
    };
    checkKey: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    moveKey: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, the text `move:`, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    listOwnDevices: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, the text `devices:`, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        devices?: {
                            id: string;
                            name: string;
                            linked_at: number;
                            used_at: number;
                            is_this: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    releaseOwnDevice: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
                /** @description The `id` of the device in the list of devices. */
                device: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, the text `release:`, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        devices?: {
                            id: string;
                            name: string;
                            linked_at: number;
                            used_at: number;
                            is_this: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    nameOwnDevice: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
                /** @description At most 64 characters, without control characters and without spaces at its ends. Empty: none. */
                name: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, the text `name:`, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        devices?: {
                            id: string;
                            name: string;
                            linked_at: number;
                            used_at: number;
                            is_this: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    getOffer: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
            };
            header: {
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The IDs of the public keys that the app has: a list of strings (RFC 9651). */
                "latchkey-public-keys": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trial_days: number;
                        weak_devices: boolean;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the project offers no trial, does not exist, or the app has none of its public keys. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    startTrial: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description How well the device ID tells the device from others. */
                strength: "strong" | "medium" | "weak";
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, in a header named after the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, as 40 lowercase hex characters, of the concatenation of: nonce, first secret, the text `trial:`, second secret, time, third secret, device ID. */
                externalsignature: string;
                /** @description The IDs of the public keys that the app has: a list of strings (RFC 9651). */
                "latchkey-public-keys": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    createPlant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /** @description The request succeeded or was decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            /** @description Refused when a parameter or a field is missing, unknown or of a wrong type; the message names it; or when an unexpected error occurred. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused when the bearer token is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused when the body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused when the body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused when there were too many requests; `Retry-After` holds the seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused when the database is not reachable; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
        };
    };
}
