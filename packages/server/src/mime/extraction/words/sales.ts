import { anywhere, asWords } from './word-list.ts'

/** Words of a sale: what is a code beside them saves money. */
const sales = {
  ar: 'خصم, الخصم, خصومات, قسيمة, تخفيض, تخفيضات',
  bg: 'отстъпк*, намалени*, ваучер*, промо*, купон*',
  cs: 'slev*, kupón*, doprava zdarma, výprodej*',
  da: 'rabat*, tilbud*, gratis levering, kupon*',
  de: `
    rabatt*, gutschein*, sparen, einlösen, versandkostenfrei, gratis versand, im warenkorb`,
  el: 'έκπτωσ*, εκπτώσ*, εκπτωτικ*, προσφορ*, κουπόνι*',
  en: `
    promo, promos, promotion, promotions, promotional, discount, discounts, coupon, coupons,
    voucher, vouchers, gift card, gift cards, off your, free shipping, black friday, cyber
    monday, clearance, flash sale, summer sale, winter sale, spring sale, autumn sale, on sale,
    end of sale, at checkout, redeem`,
  es: 'descuento, descuentos, cupón, cupon, cupones, rebajas, envío gratis',
  fi: 'alennu*, tarjou*, kampanja*',
  fr: `
    réduction, réductions, remise, remises, soldes, code promo, codes promo, livraison offerte,
    bon d’achat`,
  he: 'הנחה, הנחות, קופון, מבצע, תלוש',
  hu: 'kedvezmény*, akció*, kupon*, leárazás*',
  id: 'diskon, promosi',
  it: 'sconto, sconti, saldi, buono sconto, spedizione gratuita, coupon',
  nl: 'korting*, waardebon, gratis verzending, actiecode',
  no: 'rabatt*, tilbud*, gratis frakt, kampanje*',
  pl: 'rabat*, zniżk*, promocj*, kupon*, wyprzedaż*, darmowa dostawa, darmowej dostawy',
  pt: `
    cupom, cupão, cupons, cupões, desconto, descontos, promoção, frete grátis, portes grátis`,
  ro: 'reducer*, voucher*, livrare gratuită',
  ru: 'скидк*, промокод*, распродаж*, купон*',
  sk: 'zľav*, kupón*, doprava zadarmo, výpredaj*',
  sv: 'rabatt*, rea, kampanj*, erbjudande*, fri frakt',
  tr: 'indirim*, kampanya*, ücretsiz kargo, fırsat*, kupon*',
  uk: 'знижк*, промо*, розпродаж*, купон*',
  vi: 'giảm giá, khuyến mãi',
}

/** The same in scripts without spaces. */
const unspacedSales = {
  ja: 'クーポン, 割引, セール, キャンペーン, ポイント還元, 送料無料',
  ko: '할인, 쿠폰, 세일, 프로모션',
  th: 'ส่วนลด',
  zh: '优惠, 優惠, 折扣, 满减, 红包, 促销, 促銷',
}

const percentage = '\\d\\s?%'

export const sale = new RegExp(`${asWords(sales)}|${anywhere(unspacedSales)}|${percentage}`, 'iu')
