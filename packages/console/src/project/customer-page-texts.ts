/** The settings of the page for customers. */
const en = {
  title: 'Page for customers',
  lead: 'Where your customers see their keys and computers, and help themselves. They sign in by mail. You see what they do under Activity.',
  on: 'The page is open',
  on_hint: 'Customers find it at the address below, which appears when the page is open.',
  free_computer: 'Free a computer',
  free_computer_hint: 'By the rules of moves above: as often as they allow in a year.',
  change_address: 'Change the e-mail address',
  change_address_hint: 'After a mail to the old address and one to the new one.',
  license_file: 'Make license files',
  license_file_hint: 'For computers without a network.',
  replace_key: 'Replace a key',
  replace_key_hint: 'When a key has leaked, twice a year. The old one is refused for ever.',
  hand_over: 'Hand a license over',
  hand_over_hint: 'To another address, whose owner accepts it and owns it from then on.',
  ask_owner: 'Ask the owner from the app',
  ask_owner_hint: 'A computer that is not let in can send the owner a mail, two a day for a license.',
  noAddress: 'The service has no public address, so its mails have no links. Start it with --public-url.',
  copyAddress: 'Copy address',
}

const de: typeof en = {
  title: 'Seite für Kunden',
  lead: 'Dort sehen Ihre Kunden ihre Schlüssel und Computer und helfen sich selbst. Sie melden sich per Mail an. Was sie tun, sehen Sie unter Aktivität.',
  on: 'Die Seite ist offen',
  on_hint: 'Kunden finden sie unter der Adresse, die unten erscheint, wenn sie offen ist.',
  free_computer: 'Computer freigeben',
  free_computer_hint: 'Nach den Regeln für Umzüge oben: so oft, wie sie es im Jahr erlauben.',
  change_address: 'E-Mail-Adresse ändern',
  change_address_hint: 'Nach einer Mail an die alte Adresse und einer an die neue.',
  license_file: 'Lizenzdateien erstellen',
  license_file_hint: 'Für Computer ohne Netz.',
  replace_key: 'Schlüssel ersetzen',
  replace_key_hint:
    'Wenn ein Schlüssel bekannt geworden ist, zweimal im Jahr. Der alte wird für immer abgelehnt.',
  hand_over: 'Lizenz übergeben',
  hand_over_hint: 'An eine andere Adresse. Wer sie hat, nimmt die Lizenz an und besitzt sie von da an.',
  ask_owner: 'Aus der App beim Besitzer anfragen',
  ask_owner_hint: 'Ein abgewiesener Computer kann dem Besitzer eine Mail schicken, zwei am Tag je Lizenz.',
  noAddress:
    'Der Dienst hat keine öffentliche Adresse, deshalb haben seine Mails keine Links. Starten Sie ihn mit --public-url.',
  copyAddress: 'Adresse kopieren',
}

/** The texts of the settings of the page for customers. */
export const CUSTOMER_PAGE = { en, de }
