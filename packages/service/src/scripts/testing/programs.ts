/**
 * Programs that must do the same before and after protection. They print with `print`, a global of
 * the test, because some of them replace `console`. The result of `exports.later` is printed after
 * a heartbeat, if there is one. Names of local variables change, so no program prints one.
 */
export interface Program {
  readonly title: string
  readonly source: string
}

const program = (title: string, source: string): Program => ({ title, source })

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_']

/**
 * A program that declares a name which the guard or the obfuscator's code uses as well, and prints
 * it.
 */
const declares = (declaration: string, shows: string): Program =>
  program(
    `declares its own: ${declaration}`,
    `${declaration}\nprint(${shows})\nexports.later = function () { return ${shows} }`,
  )

export const OWN_NAMES: readonly Program[] = [
  declares(
    'const console = { log: (text) => "logged " + text, warn() { throw "warned" } }',
    'console.log("a")',
  ),
  declares('function setInterval() { return "own timer" }', 'setInterval()'),
  declares('let setInterval = 5, clearInterval = 6', 'setInterval + clearInterval'),
  declares('function clearInterval() { throw new Error("called") }', 'typeof clearInterval'),
  declares('var crypto = require("node:crypto")', 'crypto.createHash("sha1").update("a").digest("hex")'),
  declares('const crypto = null', 'crypto'),
  declares('class TextEncoder { encode() { return "nothing" } }', 'new TextEncoder().encode("text")'),
  declares('let Uint8Array = Array', 'new Uint8Array("one", "two").join()'),
  declares('var Date = { now: () => "never" }', 'Date.now()'),
  declares('function Error(text) { return { message: "own " + text } }', 'new Error("text").message'),
  declares('let Array = { from: () => "from nowhere" }', 'Array.from()'),
  declares('let Promise = null', 'Promise'),
  declares('const Object = 1, Function = 2, Symbol = 3', 'Object + Function + Symbol'),
  declares('var String = { fromCharCode: () => "?" }, JSON = { parse: () => "parsed" }', 'JSON.parse("[]")'),
  declares('const parseInt = () => NaN, decodeURIComponent = 0, Math = 0', 'String(parseInt("7"))'),
  declares('function fetch() { return "fetched" }', 'fetch()'),
  declares('var globalThis = { fetch: 1 }', 'JSON.stringify(globalThis)'),
  declares('var undefined = 5', 'typeof undefined'),
  declares('let latchkey = "mine"', 'latchkey'),
  declares('var latchkey', 'typeof latchkey'),
  declares('function latchkey() { return "called" }', 'latchkey()'),
  declares('const $latchkey = 1, $latchkey$ = 2', '$latchkey + $latchkey$'),
  declares('var \\u0024latchkey = "escaped"', '\\u0024latchkey'),
  declares(
    'var session = 1, settings = 2, check = 3, stopped = "", missed = 9',
    'session + settings + check + missed',
  ),
  program('asks for the session', 'print(typeof latchkey, arguments.length, typeof arguments[3])'),
  program(
    'uses globals with short names',
    `${LETTERS.map((name) => `globalThis['${name}'] = '${name}'`).join('\n')}
    function joined(first, second) { return first + second + ${LETTERS.join(' + ')} }
    print(joined('1', 'second text'))
    exports.later = () => joined('2', 'other text')`,
  ),
  program(
    'assigns variables that it never declared',
    `${LETTERS.map((name) => `${name} = '${name}'`).join('\n')}
    function count(list) { var text = ''; for (i = 0; i < list.length; i++) text += list[i] + 'more'; return text }
    print(count(['one', 'two']), i, ${LETTERS.join(' + ')})`,
  ),
]

/**
 * A program that replaces a global or a method for the rest of the run; its heartbeats must
 * continue. Globals that Node's `fetch` needs are replaced only in the test of the guard.
 */
const replaces = (change: string): Program =>
  program(
    `replaces while it runs: ${change}`,
    `function secretText(name) { return 'a text of ' + name }
    exports.later = function () { return secretText('later') + ['x', 'y'].length }
    ${change}
    print(secretText('now'))`,
  )

export const REPLACED_GLOBALS: readonly Program[] = [
  replaces('globalThis.fetch = () => { throw new Error("no fetch") }'),
  replaces('globalThis.fetch = async () => new Response(JSON.stringify({ code: "KEY_VALID" }))'),
  replaces('Date.now = () => 1e15'),
  replaces('globalThis.Date = class { static now() { return 1e15 } }'),
  replaces('Array.prototype.map = () => { throw new Error("no map") }'),
  replaces('Array.from = () => []'),
  replaces('globalThis.Uint8Array = class extends Uint8Array { get length() { return 0 } }'),
  replaces('globalThis.TextEncoder = undefined'),
  replaces('crypto.getRandomValues = () => { throw new Error("no randomness") }'),
  replaces('Object.getPrototypeOf(crypto).getRandomValues = (bytes) => bytes'),
  replaces('Object.getPrototypeOf(crypto.subtle).digest = async () => new ArrayBuffer(32)'),
  replaces('Object.defineProperty(globalThis, "crypto", { value: undefined })'),
  replaces('JSON.stringify = () => "{}"; JSON.parse = () => ({ code: "KEY_BANNED", message: "Fooled." })'),
  replaces('globalThis.JSON = null'),
  replaces('Response.prototype.json = async () => ({ code: "KEY_BANNED", message: "Fooled." })'),
  replaces('globalThis.Response = globalThis.Request = globalThis.Headers = undefined'),
  replaces('globalThis.Promise = class extends Promise {}'),
  replaces(
    'const { then } = Promise.prototype; Promise.prototype.then = function (...given) { return then.apply(this, given) }',
  ),
  replaces('globalThis.setInterval = globalThis.clearInterval = () => { throw new Error("no timers") }'),
  replaces('console.warn = () => { throw new Error("no warnings") }'),
  replaces('globalThis.console = undefined'),
  replaces('globalThis.Error = undefined'),
  replaces('Number.prototype.toString = () => "0"'),
  replaces('String.prototype.padStart = () => "00"'),
  replaces('String.prototype.charAt = () => { throw new Error("no charAt: " + "a text to decode") }'),
  replaces(
    'String.prototype.indexOf = String.prototype.slice = function () { throw new TypeError("no slice") }',
  ),
  replaces('String.fromCharCode = () => "?"'),
  replaces('globalThis.decodeURIComponent = undefined'),
  replaces('Object.prototype.proof = "wrong"; delete Object.prototype.proof'),
  replaces('globalThis.latchkey = { expiresAt: 1, beat() { throw new Error("never") } }'),
]

const LANGUAGE: readonly Program[] = [
  program(
    'is strict as a whole',
    `'use strict'\ntry { undeclared = 1 } catch (error) { print(error.name) }
    print((function () { return this === undefined })())`,
  ),
  program(
    'is strict in one function',
    `function strict() { 'use strict'; return this === undefined }
    function sloppy() { return this === globalThis } print(strict(), sloppy())`,
  ),
  program(
    'has a directive after a comment',
    `/* first */ // second\n"use strict"\nprint((() => this === module.exports)(), (function () { return this })())`,
  ),
  program('has a text that is no directive', `('use strict')\nleaked = 'a sloppy global'; print(leaked)`),
  program(
    'looks at this and at its parameters',
    `print(this === exports, exports === module.exports, typeof require, arguments.length)`,
  ),
  program('returns from the top', `print('before'); if (true) return; print('after')`),
  program('asks for new.target at the top', `print(new.target === undefined)`),
  program('begins with a line for the shell', `#!/usr/bin/env node\nprint('ran')`),
  program('begins with a byte-order mark', `\uFEFFprint('ran')`),
  program(
    'is hoisted',
    `print(early(), typeof later, value); function early() { return 'early text' }
    var value = 1; if (true) { function later() {} } print(typeof later)`,
  ),
  program('meets the temporal dead zone', `try { unset; let unset = 1 } catch (error) { print(error.name) }`),
  program(
    'has functions in blocks',
    `{ function inner() { return 'one text' } } print(inner())
    switch (1) { case 1: function chosen() { return 'chosen text' } } print(chosen())`,
  ),
  program(
    'names variables like keywords',
    `var let_ = 1, async = 2, of = 3, get = 4, set = 5, static_ = 6, await = 7, yield_ = 8
    var let = 9; print(let_ + async + of + get + set + static_ + await + yield_ + let)`,
  ),
  program(
    'has names beyond ASCII',
    `var größe = 1, \\u0061bc = 2, ℮ = 3, 𠮷 = 4; print(größe + abc + ℮ + 𠮷)`,
  ),
  program(
    'has comments where a semicolon is left out',
    `function none() { return /* a
    line */ 'unreached' }
    var a = 1 /* one */
    var b = 2 // two
    /* three */ print(none(), a, b)`,
  ),
  program('has comments of old browsers', `<!-- hidden\nprint('a' /* b */ + 'c')\n--> the end`),
  program(
    'has texts that look like comments',
    `print('/* javascript-obfuscator:disable */', "// no comment", \`/* \${'//'} <!-- */\`, /\\/\\*.*\\*\\//.test('/* a */'))`,
  ),
  program(
    'has orders to the obfuscator',
    `/* javascript-obfuscator:disable */ print('first clear text')
    // javascript-obfuscator:enable\n/* javascript-obfuscator:disable */ (function () { print('second clear text') })()`,
  ),
  program(
    'has licenses',
    `/*! MIT */ print('a') /** @license Apache-2.0\n * of two lines */ //! short\nprint('b')`,
  ),
  program(
    'has unusual texts',
    `print('lone \\ud83d', '\\ud83d\\ude00 pair', 'nul \\0 and \\x01\\x7f', '\\u2028\\u2029', 'quotes " \\' \` \\\\', 'ünïcödé ☃ 𠮷', '')
    print('line\\
continued', '\\v\\f\\b\\t'.length)`,
  ),
  program('has old octal numbers', `print(010, '\\101\\07'.length, 0777 + 1)`),
  program(
    'has numbers of all kinds',
    `print(1e21, 0xff, 0b11, 0o17, 1_000.5, .5, 5., -0 === 0, 1 / -0, 9007199254740993n, 2 ** -1, 1..toString(), 0.1 + 0.2, NaN, Infinity)`,
  ),
  program(
    'has template literals',
    `var who = 'you'; print(\`Hello, \${who}! \${\`nested \${1 + 1} text\`}\nnew line \\\${escaped}\`)`,
  ),
  program(
    'puts objects into template literals',
    `const both = { valueOf: () => 'its value', toString: () => 'its text' }; print(\`\${both} \${new Date(0).getTime()} \${[1, [2]]} \${both, 'last'}\`)
    try { \`\${Symbol('s')}\` } catch (error) { print(error.message) } print(\`\${function () {} ? 'a' : 'b'}\${(() => { return \`inner \${both}\` })()}\`)`,
  ),
  program(
    'has tagged templates',
    `function tag(parts, ...values) { return parts.raw.join('|') + values.join() + parts.length + Object.isFrozen(parts) }
    function same() { return tag2\`x\` } function tag2(parts) { return parts } print(tag\`a\\n\${1}b\${2}\`, same() === same())`,
  ),
  program(
    'has regular expressions',
    `print('2026-11-22'.replace(/(?<year>\\d+)-(?<month>\\d+)/u, '$<month>/$<year>'), /(?<=\\$)\\d+/.exec('a $42')[0], /[\\p{L}--[a-z]]/v.test('A'), 'aBc'.split(/(b)/i).join())
    var sticky = /a/y; print(sticky.test('ba'), sticky.lastIndex)`,
  ),
  program(
    'has classes',
    `class Base { #hidden = 'hidden text'; static count = 0; static #made() { return ++Base.count }
      constructor(name) { this.name = name; Base.#made() } get hidden() { return this.#hidden } set hidden(text) { this.#hidden = text }
      static { this.label = 'static text' } ['computed' + 1]() { return 'computed text' } has(other) { return #hidden in other } 'quoted name'() { return 'quoted' } 7() { return 'seven' } }
    class Derived extends Base { field = this.name + ' field'; constructor() { super('derived'); } toString() { return 'Derived: ' + super.computed1() } arrow = () => this.field }
    const made = new Derived(); made.hidden = 'changed text'
    print(String(made), made.hidden, made.field, made.arrow.call(null), Base.count, Base.label, made.has(made), made.has({}), made['quoted name'](), made[7]())`,
  ),
  program(
    'extends what is built in',
    `class Failure extends Error { constructor(text) { super(text, { cause: 'the cause' }); this.name = 'Failure' } }
    class List extends Array { sum() { return this.reduce((a, b) => a + b, 0) } }
    try { throw new Failure('failed text') } catch (error) { print(error instanceof Failure, error instanceof Error, error.message, error.cause, String(error)) }
    print(List.from([1, 2, 3]).map((n) => n * 2).sum())`,
  ),
  program(
    'has constructors of the old kind',
    `function Animal(name) { if (!(this instanceof Animal)) return new Animal(name); this.name = name }
    Animal.prototype.speak = function () { return this.name + ' speaks' }
    function Dog() { Animal.apply(this, arguments) } Dog.prototype = Object.create(Animal.prototype, { constructor: { value: Dog } })
    print(new Dog('Rex').speak(), Animal('cat').speak(), new Dog('a').constructor === Dog)`,
  ),
  program(
    'has getters, setters and symbols',
    `const key = Symbol('key text'); const box = { [key]: 1, get twice() { return this[key] * 2 }, set twice(n) { this[key] = n / 2 }, async *[Symbol.asyncIterator]() { yield 'async text' }, *[Symbol.iterator]() { yield* [1, 2] }, [Symbol.toPrimitive]: (hint) => hint }
    box.twice = 10; print(box.twice, [...box].join(), \`\${box}\`, +box, key.description, Object.keys(box).join());
    (async () => { for await (const text of box) print(text) })()`,
  ),
  program(
    'sets prototypes in literals',
    `const proto = { inherited: 'inherited text' }; const made = { __proto__: proto, own: 1 }
    print(made.inherited, Object.keys(made).join(), ({ ['__proto__']: 1 }).hasOwnProperty('__proto__'), Object.getPrototypeOf({ __proto__: null }))`,
  ),
  program(
    'has a shorthand __proto__',
    `var __proto__ = { inherited: 1 }; var made = { __proto__ }; print(made.hasOwnProperty('__proto__'), made.inherited)`,
  ),
  program(
    'destructures',
    `const { a, b: { c = 'default text', ...rest } = {}, ...others } = { a: 1, b: { d: 2, e: 3 }, f: 4 }; const [x, , y = a, ...z] = [1, 2, undefined, 4, 5]
    function take({ name = 'nobody', list: [first] = ['first text'] } = {}, ...more) { return name + first + more.length }
    let p = 1, q = 2; [p, q] = [q, p]; ({ p: q, ['p' + 'q']: p = 9 } = { p })
    print(a, c, JSON.stringify(rest), JSON.stringify(others), x, y, z.join(), take(), take({ name: 'n' }, 1, 2), p, q)`,
  ),
  program(
    'has default parameters with scopes of their own',
    `var x = 'outer'; function f(a = x, g = () => a) { var x = 'inner'; a = 'changed'; return [a, g(), x].join() } print(f(), f.length, ((a, b = 1, ...c) => 0).length)`,
  ),
  program(
    'aliases arguments',
    `function sloppy(a) { arguments[0] = 'changed text'; return a } function strict(a) { 'use strict'; arguments[0] = 'changed'; return a }
    print(sloppy('as given'), strict('as given'), (function () { return arguments.length })(1, 2, 3), (function (a, a) { return a })(1, 2))`,
  ),
  program(
    'closes over loops',
    `var made = []; for (let i = 0; i < 3; i++) made.push(() => i); for (var j = 0; j < 3; j++) made.push(() => j); for (const k of ['a text', 'b text']) made.push(() => k); for (const k in { one: 1, two: 2 }) made.push(() => k)
    print(made.map((f) => f()).join())`,
  ),
  program(
    'jumps',
    `outer: for (let i = 0; i < 3; i++) { inner: for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; print(i, j) } }
    block: { if (true) break block; print('unreached') } let n = 0; do n++; while (n < 5) while (n > 3) n--; for (;;) { if (n++ > 5) break } print(n)
    switch ('b text') { default: print('default'); case 'a text': print('fell through'); break; case 'c text': print('unreached') }`,
  ),
  program(
    'finishes finally',
    `function f() { try { return 'try text' } finally { print('finally text') } } function g() { for (;;) { try { return 'lost' } finally { break } } return 'kept' } function h() { try { throw 1 } catch { return 'caught' } finally { return 'overridden' } }
    print(f(), g(), h()); try { try { throw new Error('inner text') } finally { print('on the way') } } catch ({ message }) { print(message) }`,
  ),
  program(
    'shadows names',
    `var e = 'outer e'; try { throw 'thrown e' } catch (e) { var e = 'assigned'; print(e) } print(e); const f = function g() { try { g = 1 } catch { } return typeof g }; print(f())
    function h(h) { { let h = 'block'; print(h) } return h } print(h('parameter'))`,
  ),
  program(
    'generates',
    `function* numbers() { try { const got = yield 1; print('got', got); yield* [2, 3]; return 'returned text' } finally { print('closed') } }
    const it = numbers(); print(it.next().value, it.next('sent text').value, JSON.stringify(it.return('early text')), [...numbers()].join()); for (const n of numbers()) { if (n === 2) break }
    const other = numbers(); other.next(); try { other.throw(new Error('thrown in')) } catch (error) { print(error.message) }`,
  ),
  program(
    'waits',
    `const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value)); async function run() { print('one'); await null; print('three'); print(await wait(2, 'four')); try { await Promise.reject(new Error('five text')) } catch (error) { print(error.message) } return 'six' }
    const done = run().then(print).finally(() => print('seven')); print('two'); exports.later = async () => (await done, await Promise.all([1, wait(1, 'later text')])).join()`,
  ),
  program(
    'orders its turns',
    `setImmediate(() => { print('immediate'); setTimeout(() => print('timer'), 1) })
    process.nextTick(() => print('tick')); queueMicrotask(() => print('microtask'))
    Promise.resolve().then(() => print('promise')); print('now')`,
  ),
  program(
    'requires and imports',
    `const { join } = require('node:path'); print(join('a', '..', 'b text')); import('node:util').then(({ inspect }) => print(inspect({ deep: { list: [1, 'text'] } })), (error) => print(error.code))`,
  ),
  program(
    'exports a function',
    `module.exports = function exported() { return 'exported text' }; module.exports.later = () => module.exports() + typeof exports`,
  ),
  program(
    'exports what changes',
    `exports.count = 0; Object.defineProperty(exports, 'now', { enumerable: true, get: () => 'count ' + exports.count }); exports.later = () => { exports.count += 1; return exports.now + Object.keys(exports) }`,
  ),
  program('throws a text', `print('before'); throw 'a thrown text'`),
  program(
    'throws an error',
    `function fail() { throw new RangeError('failed text') } print('before'); fail()`,
  ),
  program('throws later', `setTimeout(() => { throw new TypeError('thrown from a timer') }, 1)`),
  program('rejects later', `Promise.reject(new SyntaxError('rejected text'))`),
  program(
    'calls what is no function',
    `try { ({}).missing() } catch (error) { print(error.name) } try { null.property } catch (error) { print(error.message) } try { nowhere } catch (error) { print(error.message) }`,
  ),
  program(
    'evaluates',
    `var here = 'global scope?'; print((0, eval)('1 + 1'), eval('2 + 2'), new Function('a', 'return a * 2')(3), (0, eval)('typeof here'))`,
  ),
  program(
    'is optional about it',
    `const none = null, some = { deep: { call: () => 'called text', list: ['item text'] } }; print(none?.deep.call(), some?.deep?.call?.(), some.missing?.(), some.deep?.list?.[0], delete none?.a, none ?? 'default text', 0 ?? 1, '' || 'or text')
    let a = null, b = 0, c = 1; a ??= 'assigned'; b ||= 'or'; c &&= 'and'; print(a, b, c)`,
  ),
  program(
    'has operators of all kinds',
    `print(typeof undeclaredName, void 0, 'a' in { a: 1 }, delete {}.x, ~5, 7 >>> 1, -7 >> 1, 5 & 3 | 8 ^ 2, (1, 2, 'comma text'), !'' + !!'x', +'3' - -'4', 'b' + -0, [] + {}, 2 ** 3 ** 2, (-2) ** 2, 10 % -3, 'b' > 'a', null == undefined, NaN != NaN)`,
  ),
  program(
    'has conditions in conditions',
    `const grade = (n) => n > 90 ? 'A text' : n > 80 ? n > 85 ? 'B+ text' : 'B text' : 'C text'; print([95, 87, 82, 50].map(grade).join()); if (0) ; else if ('') ; else print('else'); if (1) if (0) print('no'); else print('dangling')`,
  ),
  program(
    'collects',
    `const map = new Map([['key text', 1], [NaN, 2]]), set = new Set('hello'), weak = new WeakMap([[map, 'weak text']]); print(map.get(NaN), [...set].join(''), weak.get(map), [3, 1, 2].toSorted().join(), Object.entries({ b: 1, a: 2, 1: 3 }).join(), Object.groupBy([1, 2, 3], (n) => n % 2 ? 'odd' : 'even').odd.join(), structuredClone({ a: [1] }).a[0])`,
  ),
  program(
    'reflects',
    `const log = []; const proxy = new Proxy({ real: 'real text' }, { get: (target, key, me) => { log.push(String(key)); return Reflect.get(target, key, me) }, has: () => true, ownKeys: () => ['real'] }); print(proxy.real, 'anything' in proxy, Object.keys(proxy).join(), log.join(), Reflect.ownKeys({ b: 1, [Symbol.iterator]: 2 }).length)`,
  ),
  program(
    'computes',
    `function primes(limit) { const sieve = new Uint8Array(limit + 1), found = []; for (let n = 2; n <= limit; n++) { if (sieve[n]) continue; found.push(n); for (let m = n * n; m <= limit; m += n) sieve[m] = 1 } return found }
    const memo = {}; const fib = (n) => n < 2 ? n : memo[n] ??= fib(n - 1) + fib(n - 2); print(primes(50).join(), fib(80), Buffer.from('some text').toString('base64'))`,
  ),
  program(
    'recurses',
    `const even = (n) => n === 0 || odd(n - 1), odd = (n) => n !== 0 && even(n - 1); print(even(1000)); function depth(n) { try { return depth(n + 1) } catch (error) { return error.name } } print(depth(0))`,
  ),
  program(
    'has the names of its environment in texts',
    `const table = { process: 'process text', console: 'console text', module: 'module text' }; for (const name of Object.keys(table)) print(name, table[name], typeof globalThis[name]); print(process.env.NO_SUCH_VARIABLE)`,
  ),
  program(
    'has labels, names and properties that are the same',
    `var same = { same: 'same text' }; same: for (;;) { print(same.same); break same } function f(same) { return { same } } print(f('short').same)`,
  ),
  program(
    'has async functions everywhere',
    `const o = { async m() { return 'm text' }, async *g() { yield await this.m() } }; (async () => { for await (const text of o.g()) print(text); await using_() })(); async function using_() { print(await (async (a) => a ?? 'arrow text')()) }`,
  ),
  program(
    'was bundled',
    `var __defProp = Object.defineProperty; var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }) }; var __commonJS = (cb, mod) => function __require() { return mod || (0, cb[Object.keys(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports };
    var require_lib = __commonJS({ 'node_modules/lib/index.js'(exports2, module2) { /*! lib v1 | MIT */ 'use strict'; module2.exports = function (text) { return text + ' from lib' } } });
    var main_exports = {}; __export(main_exports, { later: () => later }); module.exports = main_exports; var lib = require_lib(); function later() { return lib('later text') } print(lib('a text'))
//# sourceMappingURL=data:application/json;base64,eyJzb3VyY2VzQ29udGVudCI6WyJhIHRleHQiXX0=`,
  ),
  program(
    'finds its surroundings',
    `(function (root, factory) { if (typeof define === 'function' && define.amd) define([], factory); else if (typeof module === 'object' && module.exports) module.exports = factory(); else root.lib = factory() })(this, function () { return { later: () => 'universal text' } })`,
  ),
]

export const PROGRAMS: readonly Program[] = [...OWN_NAMES, ...REPLACED_GLOBALS, ...LANGUAGE]
