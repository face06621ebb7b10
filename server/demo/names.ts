const words = (list: string): ReadonlyArray<string> => list.split(" ").map((name) => name.replaceAll("_", " "))

/** First and last names common among speakers of a language in the United States; no one in particular. */
export type NameList = { readonly first: ReadonlyArray<string>; readonly last: ReadonlyArray<string> }

const english: NameList = {
  first: words(
    "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Edward Deborah Ronald Stephanie Timothy Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia Jacob Kathleen Gary Amy Nicholas Shirley Eric Angela Jonathan Helen Stephen Anna Larry Brenda Justin Pamela Scott Nicole Brandon Emma Benjamin Samantha Samuel Katherine Gregory Christine Frank Debra Alexander Rachel Raymond Catherine Patrick Carolyn Jack Janet Dennis Ruth Jerry Maria Tyler Heather Aaron Diane Jamal Aisha Noah Olivia Malik Imani Sean Siobhán Zoë René",
  ),
  last: words(
    "Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Hall Nelson Campbell Mitchell Carter Roberts Phillips Evans Turner Parker Collins Edwards Stewart Morris Murphy Cook Rogers Morgan Peterson Cooper Reed Bailey Bell Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray James Hughes Price Myers Long Foster Sanders Ross Powell Sullivan Russell Jenkins Perry Butler Barnes Fisher O'Brien O'Connor McDonald Van_Dyke Washington Jefferson Coleman Henderson Patterson Simmons Freeman Okafor Goldberg Nowak Rossi Schmidt Andersson",
  ),
}
const spanish: NameList = {
  first: words(
    "José María Juan Guadalupe Luis Ana Carlos Rosa Jorge Carmen Miguel Sofía Francisco Isabel Pedro Lucía Antonio Elena Manuel Gabriela Alejandro Daniela Ricardo Valeria Eduardo Camila Fernando Ximena Roberto Verónica Javier Leticia Raúl Yolanda Sergio Adriana Héctor Beatriz Andrés Mónica",
  ),
  last: words(
    "García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes Morales Cruz Ortiz Gutiérrez Chávez Ramos Ruiz Mendoza Castillo Jiménez Vásquez Romero Herrera Medina Aguilar Vargas Guzmán Muñoz Salazar Peña De_la_Cruz Delgado Núñez",
  ),
}
const chinese: NameList = {
  first: words(
    "Wei Li Jing Yan Min Fang Hui Xin Mei Jun Lei Ling Hao Ying Tao Qing Bo Na Kai Yu Grace Kevin Amy Jason Vivian",
  ),
  last: words(
    "Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Luo Wong Chan Cheung Lau Leung Ng",
  ),
}
const vietnamese: NameList = {
  first: words("Anh Minh Linh Huong Tuan Thanh Lan Mai Hoa Nam Phuong Trang Hai Dung Kim Thuy Quan Bao"),
  last: words("Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ho Ngo Duong Ly"),
}
const tagalog: NameList = {
  first: words("Maricel Jose Cristina Ramon Luz Rodel Marites Rommel Jocelyn Arnel Rowena Ferdinand Analyn Ernesto"),
  last: words(
    "Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Villanueva Ramos Aquino Navarro Domingo Castillo Pascual",
  ),
}

/** Languages of the demo's people, with their share in percent and their names. */
export const languages: ReadonlyArray<readonly [{ readonly tag: string; readonly names: NameList }, number]> = [
  [{ tag: "en", names: english }, 76],
  [{ tag: "es", names: spanish }, 15],
  [{ tag: "zh", names: chinese }, 4],
  [{ tag: "vi", names: vietnamese }, 3],
  [{ tag: "tl", names: tagalog }, 2],
]
