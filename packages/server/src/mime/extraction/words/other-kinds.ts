import { anywhere, asPrefixes, asWords } from './word-list.ts'

/** What makes a code one of another kind, before the word for code or at the beginning of a compound. */
const kinds = {
  bg: 'промо, баркод, пощенски, отстъп*',
  cs: 'slevový, slevového, slevovým, poštovní, čárový, chybový, objednávkový, promo',
  da: `
    rabat, kampagne, post, streg, fejl, booking, bookings, kunde, ordre, kilde, lande, tilbud,
    tilbuds`,
  de: `
    gutschein, rabatt, aktion, aktions, bar, strich, post, zip, fehler, kunden, buchungs,
    bestell, länder, quell, artikel, vorteils, empfehlungs, freundschafts, steuer, rückgabe,
    sendungs, produkt, projekt`,
  el: 'εκπτωτικ*, ταχυδρομικ*, προωθητικ*',
  en: `
    promo, promotion, promotional, discount, coupon, voucher, gift, gift card, referral, error,
    status, exit, zip, postal, post, country, area, source, qr, bar, product, tracking, dress,
    tax, response, http, dial, dialling, dialing, color, colour, hex, swift, bic, sort, branch,
    order, booking, reservation, customer, client, item, sku, reason, currency, language,
    airport, short, morse, machine, building, campaign, reference, ref, licence, license, style,
    fault, diagnostic, return, offer, rebate, cost, project, vendor, department, course,
    commodity, tariff, hs, cvv, vat, unicode, encode, decode, geocode, opcode, bytecode, xcode,
    pairing error`,
  fi: 'alennus, kampanja, posti, viiva, virhe, varaus, asiakas, tilaus, tarjous, etu, tuote',
  fr: 'digi',
  hu: 'kedvezmény, kupon, irányító, hiba, vonal, rendelési',
  nl: `
    korting, kortings, actie, post, klant, boeking, boekings, streep, fout, bestel, voordeel,
    landen, bron`,
  no: 'rabatt, kampanje, post, strek, feil, bestillings, kunde, ordre, kilde, lande, tilbuds',
  pl: 'rabatowy, rabatowego, rabatowym, promocyjny, promocyjnego, promocyjnym',
  ro: 'promoțional',
  ru: 'промо, промо-, штрих, штрих-, qr-',
  sk: 'zľavový, zľavového, zľavovým, poštový, čiarový, chybový, promo',
  sv: `
    rabatt, kampanj, post, streck, fel, bokning, boknings, kund, order, käll, lands, erbjudande`,
  tr: `
    indirim, kampanya, posta, hata, sipariş, ürün, kupon, barkod, promosyon, rezervasyon, takip`,
  uk: 'промо, промо-, штрих, штрих-',
}

/** The same in scripts without spaces. */
const unspacedKinds = {
  ja: 'クーポン, プロモーション, エラー, 割引, 郵便番号, バー, QR, 商品, 紹介, 招待, キャンペーン',
  ko: '쿠폰, 할인, 프로모션, 오류, 바, 추천, 상품',
}

/** The same behind the word for code. */
const kindsBehind = {
  ar: 'خصم, الخصم, طلب, الطلب, منتج, المنتج, بريدي, البريدي, خطأ, الخطأ, حجز, الحجز',
  bg: 'за отстъпка, отстъпка, на поръчка, поръчка*, грешка, за грешка',
  cs: 'slevy, objednávky, chyby, produktu',
  el: 'παραγγελίας, προϊόντος, έκπτωσης, σφάλματος, κράτησης',
  en: 'of conduct, review, base, name, snippet',
  es: `
    de descuento, descuento, promocional, postal, de error, error, de cliente, de pedido, de
    reserva, de barras, de producto, de artículo, de seguimiento, de oferta, QR`,
  fi: 'alennus',
  fr: `
    promo, promotionnel, postal, de réduction, de remise, avantage, de parrainage, erreur,
    d’erreur, client, de commande, de réservation, barres, à barres, article, produit, de suivi,
    de la route, QR`,
  he: 'קופון, הנחה, מוצר, שגיאה, הזמנה',
  id: 'diskon, promosi, promo, pos, pesanan',
  it: `
    fiscale, sconto, promozionale, promo, postale, di errore, errore, cliente, ordine, di
    prenotazione, prenotazione, articolo, prodotto, a barre, di tracciamento, offerta, QR`,
  pl: 'rabatow*, promocyjn*, pocztow*, błędu, kreskow*, zamówienia, klienta, produktu, QR',
  pt: `
    de desconto, promocional, postal, de erro, erro, de cliente, do pedido, de reserva, de
    barras, do produto, de rastreio, de rastreamento, QR`,
  ro: 'de reducere, promoțional, poștal, de eroare, de client, de produs',
  ru: 'товара, заказа, ошибки, скидк*, на скидку, купона, бронирования',
  sk: 'zľavy, objednávky, chyby, produktu',
  uk: 'товару, замовлення, помилки, знижк*, на знижку, купона, бронювання',
  vi: 'giảm giá, đơn hàng, vận đơn, khách hàng, bưu điện, số thuế',
}

const either = `${asWords(kinds)}|${anywhere(unspacedKinds)}`

/** At the end of what stands before a label. */
export const kindBefore = new RegExp(`(?:${either})[\\s-]*$`, 'iu')
/** A compound: "Rabattcode". */
export const kindInside = new RegExp(`^(?:${asPrefixes(kinds)}|${anywhere(unspacedKinds)})`, 'iu')
/** At the beginning of what stands behind a label. */
export const kindBehind = new RegExp(`^[\\s-]*${asWords(kindsBehind)}`, 'iu')
